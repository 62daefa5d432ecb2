import type { AlarmHandling } from '#contract/calls/event/alarm-handling.ts'
import type { Alarm } from '#contract/calls/event/alarm.ts'

/** Of an alarm that nobody has looked into. */
export const unhandled: AlarmHandling = { state: 'open', version: 0, byName: null, atMs: null, assignee: null, note: '' }

/** An alarm as the service tells it, of a channel that saw something move. */
export function alarmOf(of: Partial<Alarm> = {}): Alarm {
  return {
    alarmId: 'alarm-1',
    kind: 'motion',
    sn: 'A',
    chlIndex: 0,
    siteId: 'gate',
    siteName: 'Gate',
    sourceName: 'Camera 1',
    startedAtMs: 1_000,
    recoveredAtMs: null,
    isRead: false,
    ruleId: null,
    ruleName: null,
    plate: null,
    pictureUrl: null,
    handling: unhandled,
    announce: 'none',
    isUrgent: false,
    ...of,
  }
}
