import type { RecordType } from '#contract/recorded-media.ts'
import type { EventKind } from '#contract/event-attributes.ts'
import { DAY_MS } from '#shared/time/day.ts'
import { dayIn, dayStart } from '#shared/time/zone.ts'
import type { Context } from '../../context.ts'
import { timeOfEvent } from '../../events/event-id.ts'
import { mergeSpans } from '#shared/time/merge-spans.ts'
import { recordTypeOf } from '#contract/record-type-of.ts'
import type { CameraRef, Month, Recorded, Span } from './recorded-question.ts'

/** What belongs to an event: how it came to be, and how it went on. */
const BEFORE_MS = 5_000
const AFTER_MS = 10_000
/** Newest events of the span that are looked at. */
const MOST_EVENTS = 50_000

type Parts = Pick<Context, 'eventSearch'>

/** The spans around the events of a camera: what there is to see, if anything was recorded. */
export async function searchEvents({ eventSearch }: Parts, camera: CameraRef, span: Span, types: readonly RecordType[]): Promise<Recorded> {
  const kinds = (Object.keys(recordTypeOf) as EventKind[]).filter((kind) => types.includes(recordTypeOf[kind]))
  if (kinds.length === 0) return { segments: [], isMore: false }
  const around = { fromMs: Math.max(0, span.fromMs - AFTER_MS), toMs: span.toMs + BEFORE_MS }
  const rows = await eventSearch.times(scopeOf(camera), { ...around, kinds }, MOST_EVENTS)
  const spans = rows.map(({ id, kind }) => ({
    startMs: Math.max(span.fromMs, timeOfEvent(id) - BEFORE_MS),
    endMs: Math.min(span.toMs, timeOfEvent(id) + AFTER_MS),
    type: recordTypeOf[kind],
  }))
  return { segments: mergeSpans(spans), isMore: rows.length >= MOST_EVENTS }
}

/** Days of a month on which there were events of a camera. From its end on, each day is left when one was found in it. */
export async function eventDays({ eventSearch }: Parts, camera: CameraRef, { month, timeZone }: Month): Promise<string[]> {
  const fromMs = dayStart(`${month}-01`, timeZone)
  const days: string[] = []
  for (let toMs = fromMs + 31 * DAY_MS + DAY_MS / 2; toMs >= fromMs; ) {
    const [newest] = await eventSearch.times(scopeOf(camera), { fromMs, toMs }, 1)
    if (newest === undefined) break
    const day = dayIn(timeOfEvent(newest.id), timeZone)
    if (day.startsWith(month)) days.push(day)
    toMs = dayStart(day, timeZone) - 1
  }
  return days.toSorted()
}

function scopeOf({ organizationId, sn, chlIndex }: CameraRef) {
  return { organizationId, channels: [{ sn, chlIndex }] }
}
