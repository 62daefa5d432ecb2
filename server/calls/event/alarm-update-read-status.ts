import { alarmUpdateReadStatus as call } from '#contract/calls/event/alarm-update-read-status.ts'
import { MOST_NAMED } from '#contract/calls/event/unread-alarms.ts'
import type { Caller } from '../../access/caller.ts'
import type { Context } from '../../context.ts'
import { handler } from '../handler.ts'
import { unreadOf, visibleAlarms } from './visible-alarms.ts'

export const alarmUpdateReadStatus = handler(call, async ({ alarmIds: meant }, context, caller) => {
  const { named, untilMs } = meant === 'all' ? await newestUnread(context, caller) : { named: meant, untilMs: null }
  const alarmIds = named.length === 0 ? [] : await markRead(context, caller, (unread) => unread.where('alarm.id', 'in', named))
  if (untilMs !== null) await markRead(context, caller, (unread) => unread.where('alarm.started_at_ms', '<=', untilMs))
  const unread = await unreadOf(context, caller)
  for (let from = 0; from < alarmIds.length; from += MOST_NAMED) {
    const some = alarmIds.slice(from, from + MOST_NAMED)
    context.push.send([caller.userId], { infoType: 'alarms-read', infoContent: { alarmIds: some, untilMs, unread } })
  }
  return { alarmIds, untilMs, unread }
})

/** All that are unread: the newest by name and the rest by time, so that one that is raised meanwhile is not taken for read. */
async function newestUnread(context: Context, caller: Caller): Promise<{ named: string[]; untilMs: number | null }> {
  const newest = await visibleAlarms(context, caller, true)
    .select(['alarm.id', 'alarm.started_at_ms'])
    .orderBy('alarm.started_at_ms', 'desc')
    .limit(MOST_NAMED)
    .execute()
  const oldest = newest[MOST_NAMED - 1]
  return { named: newest.map(({ id }) => id), untilMs: oldest?.started_at_ms ?? null }
}

type Unread = ReturnType<typeof visibleAlarms>

/** Answers which alarms were not read before. */
async function markRead(context: Context, caller: Caller, which: (unread: Unread) => Unread): Promise<string[]> {
  const marked = await context.db
    .insertInto('alarm_read')
    .columns(['alarm_id', 'user_id'])
    .expression(which(visibleAlarms(context, caller, true)).select(['alarm.id', ({ val }) => val(caller.userId).as('user_id')]))
    .onConflict((conflict) => conflict.doNothing())
    .returning('alarm_id')
    .execute()
  return marked.map(({ alarm_id: alarmId }) => alarmId)
}
