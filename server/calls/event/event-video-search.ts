import { eventVideoSearch as call, recordTypes, type RecordType } from '#contract/calls/event/event-video-search.ts'
import type { EventKind } from '#contract/event-attributes.ts'
import { timeOfEvent } from '../../events/event-id.ts'
import { mergeSpans } from '../../events/merge-spans.ts'
import { handler } from '../handler.ts'

/** What belongs to an event: how it came to be, and how it went on. */
const BEFORE_MS = 5_000
const AFTER_MS = 10_000
/** Newest events of the span that are looked at. */
const MOST_EVENTS = 50_000

const typeOfKind: Record<EventKind, RecordType> = {
  motion: 'MOTION',
  person: 'SMART_MOTION',
  vehicle: 'SMART_MOTION',
  face: 'SMART_MOTION',
  plate: 'PLATE',
  'line-crossing': 'PERIMETER',
  intrusion: 'PERIMETER',
  tampering: 'OTHER',
  input: 'SENSOR',
}

export const eventVideoSearch = handler(call, async ({ sn, chlIndex, types = recordTypes, ...span }, context, caller) => {
  await context.rights.requireChannel(caller, sn, chlIndex, 'playback')
  const kinds = (Object.keys(typeOfKind) as EventKind[]).filter((kind) => types.includes(typeOfKind[kind]))
  if (kinds.length === 0) return { segments: [] }
  const around = { fromMs: Math.max(0, span.fromMs - AFTER_MS), toMs: span.toMs + BEFORE_MS }
  const scope = { organizationId: caller.organizationId, channels: [{ sn, chlIndex }] }
  const rows = await context.eventSearch.times(scope, { ...around, kinds }, MOST_EVENTS)
  const spans = rows.map(({ id, kind }) => ({
    startMs: Math.max(span.fromMs, timeOfEvent(id) - BEFORE_MS),
    endMs: Math.min(span.toMs, timeOfEvent(id) + AFTER_MS),
    type: typeOfKind[kind],
  }))
  return { segments: mergeSpans(spans) }
})
