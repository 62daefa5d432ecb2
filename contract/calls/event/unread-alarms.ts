import * as z from 'zod/mini'

/** As many alarms as are named at most: whatever is pushed has 4 KB at most. */
export const MOST_NAMED = 40

/**
 * How many alarms a person has not read. `latest`: the newest of them, so that who hears of one afterwards knows whether it is counted
 * already.
 */
export const unreadAlarms = z.object({ count: z.int(), latest: z.array(z.string()) })
export type UnreadAlarms = z.output<typeof unreadAlarms>

/**
 * Alarms that a person has just read: those named, and whatever started at `untilMs` or before, if that is given. `unread`: what is left
 * afterwards.
 */
export const alarmsRead = z.object({ alarmIds: z.array(z.string()), untilMs: z.nullable(z.number()), unread: unreadAlarms })
export type AlarmsRead = z.output<typeof alarmsRead>
