import type { I18n } from '@lingui/core'
import type { Event } from '#contract/calls/event/event.ts'
import { timeIn } from '#shared/time/zone.ts'
import type { Chapter } from '../player/moments.ts'
import { eventKindNames } from '../text/event-kind-names.ts'

/** What a camera saw, as chapters of what it recorded meanwhile. */
export function chaptersOf(events: readonly Event[], zone: string, i18n: I18n): Chapter[] {
  return events.map(({ eventId, atMs, kind, plate }) => ({
    id: eventId,
    atMs,
    name: [i18n._(eventKindNames[kind]), plate, timeIn(atMs, zone, 'HH:mm:ss')].filter(Boolean).join(' '),
  }))
}
