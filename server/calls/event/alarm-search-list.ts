import { sql } from 'kysely'
import { placeOf } from '#contract/alarm-news.ts'
import { alarmSearchList as call, type AlarmFilter, type AlarmPlace } from '#contract/calls/event/alarm-search-list.ts'
import { toAlarm } from '../../events/alarms.ts'
import { handler } from '../handler.ts'
import { allVisibleAlarms, countAll, findOnce, type visibleAlarms } from '../../events/visible-alarms.ts'

type Alarms = ReturnType<typeof visibleAlarms>

export const alarmSearchList = handler(call, async ({ after, pageSize, unreadOnly, ...filter }, context, caller) => {
  const { kinds, siteIds, channels, ruleIds, states } = filter
  const isFirst = after === undefined
  if ([channels, siteIds, kinds, ruleIds, states].some((wanted) => wanted?.length === 0)) {
    return { total: isFirst ? 0 : null, alarms: [], next: null }
  }
  const query = narrowed(allVisibleAlarms(context, caller, unreadOnly === true), filter)
  const found = findOnce(context.db, caller, isFirst ? query : behind(query, after))
  const rows = await found
    .with('page', (db) =>
      db
        .selectFrom('found')
        .select(['found.id'])
        .orderBy('found.started_at_ms', 'desc')
        .orderBy('found.id')
        // One more than the page holds tells whether there is a next one.
        .limit(pageSize + 1),
    )
    .selectFrom('page')
    .innerJoin('alarm', 'alarm.id', 'page.id')
    .leftJoin('alarm_read', (join) => join.onRef('alarm_read.alarm_id', '=', 'alarm.id').on('alarm_read.user_id', '=', caller.userId))
    .selectAll('alarm')
    .select('alarm_read.user_id as reader')
    .$if(isFirst, (page) => page.select(({ selectFrom }) => selectFrom('found').select(countAll).as('total')))
    .orderBy('alarm.started_at_ms', 'desc')
    .orderBy('alarm.id')
    .execute()
  const alarms = rows.slice(0, pageSize).map((row) => toAlarm(row, row.reader !== null, context.objectLinks))
  const last = rows.length > pageSize ? alarms.at(-1) : undefined
  return {
    total: isFirst ? Number(rows[0]?.total ?? 0) : null,
    alarms,
    next: last === undefined ? null : placeOf(last),
  }
})

function narrowed(alarms: Alarms, { kinds, siteIds, channels, ruleIds, states, assignedTo, fromMs, toMs }: AlarmFilter): Alarms {
  let query = alarms
  if (kinds !== undefined) query = query.where('alarm.kind', 'in', kinds)
  if (siteIds !== undefined) query = query.where('alarm.site_id', 'in', siteIds)
  if (ruleIds !== undefined) query = query.where('alarm.rule_id', 'in', ruleIds)
  if (states !== undefined) query = query.where('alarm.handling_state', 'in', states)
  if (assignedTo !== undefined) query = query.where('alarm.assignee_id', '=', assignedTo)
  if (fromMs !== undefined) query = query.where('alarm.started_at_ms', '>=', fromMs)
  if (toMs !== undefined) query = query.where('alarm.started_at_ms', '<=', toMs)
  if (channels !== undefined) {
    const named = channels.map(({ sn, chlIndex }) => sql`(${sn}, cast(${chlIndex} as integer))`)
    query = query.where(sql<boolean>`(alarm.sn, alarm.chl_index) in (values ${sql.join(named)})`)
  }
  return query
}

/** Those that stand behind a place of the list. */
function behind(alarms: Alarms, { startedAtMs, alarm }: AlarmPlace): Alarms {
  return alarms
    .where('alarm.started_at_ms', '<=', startedAtMs)
    .where(({ eb, or }) => or([eb('alarm.started_at_ms', '<', startedAtMs), eb('alarm.id', '>', alarm)]))
}
