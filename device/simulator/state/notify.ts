import type { NotifySettings } from '#contract/device-settings.ts'
import { eventKinds, type EventKind } from '#contract/event-attributes.ts'
import { timeZones } from '#contract/time-zones.ts'
import { always } from '#contract/weekly-schedule.ts'
import { weekTimeAt } from '#shared/time/zone.ts'
import type { DeviceState } from './device-state.ts'

/** What a device tells as it comes out of its box. */
const everything: NotifySettings = { isEnabled: true, kinds: [...eventKinds], schedule: always }

export function notifyOf({ notify }: DeviceState): NotifySettings {
  return notify ?? everything
}

/** Whether a device tells the service of an event, by its settings and its own clock. */
export function isTold(state: DeviceState, kind: EventKind, atMs: number): boolean {
  const { isEnabled, kinds, schedule } = notifyOf(state)
  if (!isEnabled || !kinds.includes(kind)) return false
  const { day, minute } = weekTimeAt(atMs, timeZones[state.general.timeZone ?? 'GMT+00:00 London'])
  return schedule.some((span) => span.day === day && span.fromMinute <= minute && minute < span.toMinute)
}
