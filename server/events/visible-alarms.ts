import { sql, type ExpressionBuilder, type SqlBool } from 'kysely'
import { MOST_NAMED, type UnreadAlarms } from '#contract/calls/event/unread-alarms.ts'
import type { Db } from '../db/open.ts'
import type { Schema } from '../db/schema.ts'
import { askerOf, channelsSeen, seesChannel, type Who } from '../access/sees-channel.ts'

/**
 * Alarms that the person may see: all of the organization for an administrator; for others those of channels they see, and those of
 * whole devices of which they see a channel. `unreadOnly`: those that this person has not marked as read.
 */
export function visibleAlarms({ db }: { db: Db }, who: Who, unreadOnly: boolean) {
  const visible = db.selectFrom('alarm').where(seesChannel('alarm', askerOf(who)))
  return unreadOnly ? visible.where(isUnread(who)) : visible
}

/**
 * The same alarms, for questions about all of them: the channels that the person sees are gathered once, and all alarms of each found by
 * an index. To find one alarm `visibleAlarms` is the quicker one.
 */
export function allVisibleAlarms({ db }: { db: Db }, who: Who, unreadOnly: boolean) {
  if (who.role === 'administrator') return visibleAlarms({ db }, who, unreadOnly)
  const channels = channelsSeen(askerOf(who)).select(['channel.sn', 'channel.chl_index'])
  const visible = db
    .with(
      (name) => name('seen').materialized(),
      () => channels,
    )
    .selectFrom('alarm')
    .where('alarm.organization_id', '=', who.organizationId)
    .where(({ eb, selectFrom }) => eb('alarm.sn', 'in', selectFrom('seen').select('seen.sn')))
    .where(sql<SqlBool>`(alarm.chl_index is null or (alarm.sn, alarm.chl_index) in (select sn, chl_index from seen))`)
  return (unreadOnly ? visible.where(isUnread(who)) : visible) as unknown as ReturnType<typeof visibleAlarms>
}

/** How many alarms the person has not read, and the newest of them: by one statement, so that both are of the same moment. */
export async function unreadOf({ db }: { db: Db }, who: Who): Promise<UnreadAlarms> {
  const latest = await findOnce(db, who, allVisibleAlarms({ db }, who, true))
    .selectFrom('found')
    .select(['found.id', ({ selectFrom }) => selectFrom('found').select(countAll).as('total')])
    .orderBy('found.started_at_ms', 'desc')
    .limit(MOST_NAMED)
    .execute()
  return { count: Number(latest[0]?.total ?? 0), latest: latest.map(({ id }) => id) }
}

/**
 * Begins a statement that looks at the alarms of a query twice, as `found`: counts them, and takes a page. They are found once, but for
 * administrators: of all alarms of an organization the newest are found along the time, and to count them is another matter.
 */
export function findOnce(db: Db, { role }: Who, alarms: ReturnType<typeof visibleAlarms>) {
  return db.with(
    (name) => (role === 'administrator' ? name('found').notMaterialized() : name('found').materialized()),
    () => alarms.select(['alarm.id', 'alarm.started_at_ms']),
  )
}

export const countAll = sql<number | string>`count(*)`.as('total')

function isUnread({ userId }: Who) {
  return ({ not, exists, selectFrom }: ExpressionBuilder<Schema, 'alarm'>) =>
    not(
      exists(
        selectFrom('alarm_read')
          .select('alarm_read.alarm_id')
          .whereRef('alarm_read.alarm_id', '=', 'alarm.id')
          .where('alarm_read.user_id', '=', userId),
      ),
    )
}
