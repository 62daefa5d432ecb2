import { MOST_NAMED, type UnreadAlarms } from '#contract/calls/event/unread-alarms.ts'
import type { Caller } from '../../access/caller.ts'
import type { Context } from '../../context.ts'
import { askerOf, seesChannel } from '../../access/sees-channel.ts'

/**
 * Alarms that the person may see: all of the organization for an administrator; for others those of channels they see, and those of
 * whole devices of which they see a channel. `unreadOnly`: those that this person has not marked as read.
 */
export function visibleAlarms({ db }: Pick<Context, 'db'>, caller: Caller, unreadOnly: boolean) {
  const seen = db.selectFrom('alarm').where(seesChannel('alarm', askerOf(caller)))
  if (!unreadOnly) return seen
  return seen.where(({ not, exists, selectFrom }) =>
    not(
      exists(
        selectFrom('alarm_read')
          .select('alarm_read.alarm_id')
          .whereRef('alarm_read.alarm_id', '=', 'alarm.id')
          .where('alarm_read.user_id', '=', caller.userId),
      ),
    ),
  )
}

/** How many alarms the person has not read, and the newest of them: by one statement, so that both are of the same moment. */
export async function unreadOf(context: Pick<Context, 'db'>, caller: Caller): Promise<UnreadAlarms> {
  const unread = visibleAlarms(context, caller, true)
  const latest = await unread
    .select(['alarm.id', totalOf(unread)])
    .orderBy('alarm.started_at_ms', 'desc')
    .limit(MOST_NAMED)
    .execute()
  return { count: Number(latest[0]?.total ?? 0), latest: latest.map(({ id }) => id) }
}

/** How many alarms a query finds, beside some of them. */
export function totalOf(query: ReturnType<typeof visibleAlarms>) {
  return query.select(({ fn }) => fn.countAll().as('total')).as('total')
}
