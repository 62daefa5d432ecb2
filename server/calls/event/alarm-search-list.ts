import { sql } from 'kysely'
import { alarmSearchList as call } from '#contract/calls/event/alarm-search-list.ts'
import { toAlarm } from '../../events/alarms.ts'
import { handler } from '../handler.ts'
import { allVisibleAlarms, countAll, findOnce } from './visible-alarms.ts'

export const alarmSearchList = handler(call, async ({ pageNum, pageSize, unreadOnly, ...filter }, context, caller) => {
  const { kinds, siteIds, channels, fromMs, toMs } = filter
  if ([channels, siteIds, kinds].some((wanted) => wanted?.length === 0)) return { total: 0, alarms: [] }
  let query = allVisibleAlarms(context, caller, unreadOnly === true)
  if (kinds !== undefined) query = query.where('alarm.kind', 'in', kinds)
  if (siteIds !== undefined) query = query.where('alarm.site_id', 'in', siteIds)
  if (fromMs !== undefined) query = query.where('alarm.started_at_ms', '>=', fromMs)
  if (toMs !== undefined) query = query.where('alarm.started_at_ms', '<=', toMs)
  if (channels !== undefined) {
    const named = channels.map(({ sn, chlIndex }) => sql`(${sn}, cast(${chlIndex} as integer))`)
    query = query.where(sql<boolean>`(alarm.sn, alarm.chl_index) in (values ${sql.join(named)})`)
  }
  const found = findOnce(context.db, caller, query)
  const rows = await found
    .with('page', (db) =>
      db
        .selectFrom('found')
        .select(['found.id'])
        .orderBy('found.started_at_ms', 'desc')
        .orderBy('found.id')
        .limit(pageSize)
        .offset((pageNum - 1) * pageSize),
    )
    .selectFrom('page')
    .innerJoin('alarm', 'alarm.id', 'page.id')
    .leftJoin('alarm_read', (join) => join.onRef('alarm_read.alarm_id', '=', 'alarm.id').on('alarm_read.user_id', '=', caller.userId))
    .selectAll('alarm')
    .select(['alarm_read.user_id as reader', ({ selectFrom }) => selectFrom('found').select(countAll).as('total')])
    .orderBy('alarm.started_at_ms', 'desc')
    .orderBy('alarm.id')
    .execute()
  const onNoPage = rows.length === 0 && pageNum > 1
  const total = onNoPage ? await found.selectFrom('found').select(countAll).executeTakeFirst() : rows[0]
  return {
    total: Number(total?.total ?? 0),
    alarms: rows.map((row) => toAlarm(row, row.reader !== null, context.objectLinks)),
  }
})
