import { alarmDetail as call } from '#contract/calls/event/alarm-detail.ts'
import { comparablePlate } from '#contract/plates.ts'
import { channelKey } from '#shared/channel-key.ts'
import { toAlarm } from '../../events/alarms.ts'
import { stepsOf } from '../../events/handle-alarms.ts'
import { CallFault } from '../call-fault.ts'
import { handler } from '../handler.ts'
import { askerOf, seesChannel } from '../../access/sees-channel.ts'
import { toPlate } from '../vehicle/to-plate.ts'
import { toEvent } from './to-event.ts'
import { visibleAlarms } from '../../events/visible-alarms.ts'

export const alarmDetail = handler(call, async ({ alarmId }, context, caller) => {
  const { db, objectLinks } = context
  const row = await visibleAlarms(context, caller, false)
    .where('alarm.id', '=', alarmId)
    .leftJoin('alarm_read', (join) => join.onRef('alarm_read.alarm_id', '=', 'alarm.id').on('alarm_read.user_id', '=', caller.userId))
    .selectAll('alarm')
    .select('alarm_read.user_id as reader')
    .executeTakeFirst()
  if (row === undefined) throw new CallFault('not-found')
  const ids = JSON.parse(row.event_ids_json ?? '[]') as number[]
  // A combination may look at cameras that this person does not see.
  const seen = db.selectFrom('event').where(seesChannel('event', askerOf(caller)))
  const events = ids.length === 0 ? [] : await seen.where('id', 'in', ids).selectAll().orderBy('id', 'desc').execute()
  // Who may only look live sees that there is an alarm, but no records: neither what led to it nor whose the vehicle is.
  const own = row.chl_index === null ? [] : [{ sn: row.sn, chlIndex: row.chl_index }]
  const cameras = [...own, ...events.map(({ sn, chl_index: chlIndex }) => ({ sn, chlIndex }))]
  const held = (await context.rights.channelsNamed(caller, cameras)).filter(({ rights }) => rights.includes('playback'))
  const lookedBackAt = new Set(held.map(({ sn, chl_index }) => channelKey(sn, chl_index)))
  const looksBackAt = (sn: string, chlIndex: number) => caller.role === 'administrator' || lookedBackAt.has(channelKey(sn, chlIndex))
  const isOwnHeld = caller.role === 'administrator' || own.some(({ sn, chlIndex }) => looksBackAt(sn, chlIndex))
  const vehicle =
    row.plate === null || !isOwnHeld
      ? undefined
      : await context.plates.query(caller.organizationId).where('plate.plate_key', '=', comparablePlate(row.plate)).executeTakeFirst()
  return {
    alarm: toAlarm(row, row.reader !== null, objectLinks),
    events: events.filter(({ sn, chl_index }) => looksBackAt(sn, chl_index)).map((event) => toEvent(event, objectLinks, caller)),
    vehicle: vehicle === undefined ? null : toPlate(vehicle),
    history: await stepsOf(db, alarmId),
  }
})
