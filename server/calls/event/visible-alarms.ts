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

export async function countUnread(context: Pick<Context, 'db'>, caller: Caller): Promise<number> {
  const unread = visibleAlarms(context, caller, true)
  const { total } = await unread.select(({ fn }) => fn.countAll().as('total')).executeTakeFirstOrThrow()
  return Number(total)
}
