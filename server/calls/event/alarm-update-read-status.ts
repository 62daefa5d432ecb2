import { alarmUpdateReadStatus as call } from '#contract/calls/event/alarm-update-read-status.ts'
import { MOST_NAMED } from '#contract/calls/event/unread-alarms.ts'
import type { Caller } from '../../access/caller.ts'
import type { Context } from '../../context.ts'
import { handler } from '../handler.ts'
import { markRead } from './mark-read.ts'
import { visibleAlarms } from '../../events/visible-alarms.ts'

export const alarmUpdateReadStatus = handler(call, async ({ alarmIds: meant }, context, caller) => {
  const { named, untilMs } = meant === 'all' ? await newestUnread(context, caller) : { named: meant, untilMs: null }
  return markRead(context, caller, { named, untilMs })
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
