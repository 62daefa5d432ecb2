import type { Caller } from '../../access/caller.ts'
import type { Context } from '../../context.ts'

/**
 * Alarms that the person may see: all of the organization for an administrator; for others those of channels they see, and those of
 * whole devices of which they see a channel. `unreadOnly`: those that this person has not marked as read.
 */
export async function visibleAlarms({ db, rights }: Context, caller: Caller, unreadOnly: boolean) {
  let query = db.selectFrom('alarm').where('alarm.organization_id', '=', caller.organizationId)
  if (caller.role !== 'administrator') {
    const bySn = Map.groupBy(await rights.channels(caller), (channel) => channel.sn)
    query = query.where((where) =>
      where.or(
        [...bySn].map(([sn, channels]) =>
          where.and([
            where('alarm.sn', '=', sn),
            where.or([
              where('alarm.chl_index', 'is', null),
              where(
                'alarm.chl_index',
                'in',
                channels.map((channel) => channel.chl_index),
              ),
            ]),
          ]),
        ),
      ),
    )
  }
  if (!unreadOnly) return query
  return query.where(({ not, exists, selectFrom }) =>
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

export async function countUnread(context: Context, caller: Caller): Promise<number> {
  const unread = await visibleAlarms(context, caller, true)
  const { total } = await unread.select(({ fn }) => fn.countAll().as('total')).executeTakeFirstOrThrow()
  return Number(total)
}
