import { alarmSearch as call } from '#contract/calls/event/alarm-search.ts'
import { handler } from '../handler.ts'
import { visibleAlarms } from '../../events/visible-alarms.ts'

const MOST_ITEMS = 5_000

export const alarmSearch = handler(call, async ({ sn, chlIndex, ...span }, context, caller) => {
  await context.rights.requireChannel(caller, sn, chlIndex, 'playback')
  const rows = await visibleAlarms(context, caller, false)
    .where('alarm.sn', '=', sn)
    .where((where) => where.or([where('alarm.chl_index', '=', chlIndex), where('alarm.chl_index', 'is', null)]))
    .where('alarm.started_at_ms', '<=', span.toMs)
    .where((where) => where.or([where('alarm.recovered_at_ms', '>=', span.fromMs), where('alarm.recovered_at_ms', 'is', null)]))
    .select(['alarm.id', 'alarm.kind', 'alarm.started_at_ms', 'alarm.recovered_at_ms'])
    .orderBy('alarm.started_at_ms')
    .limit(MOST_ITEMS)
    .execute()
  const nowMs = context.now()
  return {
    items: rows.map((row) => ({
      alarmId: row.id,
      startMs: row.started_at_ms,
      endMs: row.recovered_at_ms ?? nowMs,
      type: row.kind,
    })),
  }
})
