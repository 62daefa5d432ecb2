import { alarmSearchList as call } from '#contract/calls/event/alarm-search-list.ts'
import { toAlarm } from '../../alarms.ts'
import { handler } from '../../handler.ts'
import { visibleAlarms } from './visible-alarms.ts'

export const alarmSearchList = handler(call, async ({ pageNum, pageSize, unreadOnly }, context, caller) => {
  const query = await visibleAlarms(context, caller, unreadOnly === true)
  const { total } = await query.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await query
    .leftJoin('alarm_read', (join) => join.onRef('alarm_read.alarm_id', '=', 'alarm.id').on('alarm_read.user_id', '=', caller.userId))
    .selectAll('alarm')
    .select('alarm_read.user_id as reader')
    .orderBy('alarm.started_at_ms', 'desc')
    .orderBy('alarm.id')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute()
  return { total: Number(total), alarms: rows.map((row) => toAlarm(row, row.reader !== null)) }
})
