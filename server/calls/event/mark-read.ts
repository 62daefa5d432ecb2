import { MOST_NAMED, type AlarmsRead } from '#contract/calls/event/unread-alarms.ts'
import type { Caller } from '../../access/caller.ts'
import type { Context } from '../../context.ts'
import { unreadOf, visibleAlarms } from '../../events/visible-alarms.ts'

/** Marks alarms as read by the person: those named, and whatever started at `untilMs` or before. Answers, and tells the person's screens. */
export async function markRead(
  context: Context,
  caller: Caller,
  { named, untilMs }: { named: readonly string[]; untilMs: number | null },
): Promise<AlarmsRead> {
  const alarmIds = named.length === 0 ? [] : await mark(context, caller, (unread) => unread.where('alarm.id', 'in', named))
  if (untilMs !== null) await mark(context, caller, (unread) => unread.where('alarm.started_at_ms', '<=', untilMs))
  const unread = await unreadOf(context, caller)
  for (let from = 0; from < alarmIds.length; from += MOST_NAMED) {
    const some = alarmIds.slice(from, from + MOST_NAMED)
    context.push.send([caller.userId], { infoType: 'alarms-read', infoContent: { alarmIds: some, untilMs, unread } })
  }
  return { alarmIds, untilMs, unread }
}

type Unread = ReturnType<typeof visibleAlarms>

/** Answers which alarms were not read before. */
async function mark(context: Context, caller: Caller, which: (unread: Unread) => Unread): Promise<string[]> {
  const marked = await context.db
    .insertInto('alarm_read')
    .columns(['alarm_id', 'user_id'])
    .expression(which(visibleAlarms(context, caller, true)).select(['alarm.id', ({ val }) => val(caller.userId).as('user_id')]))
    .onConflict((conflict) => conflict.doNothing())
    .returning('alarm_id')
    .execute()
  return marked.map(({ alarm_id: alarmId }) => alarmId)
}
