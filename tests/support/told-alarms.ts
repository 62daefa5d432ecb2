import type { Alarm } from '#contract/calls/event/alarm.ts'

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
    ruleName: null,
    plate: null,
    pictureUrl: null,
    announce: 'none',
    isUrgent: false,
    ...of,
  }
}
