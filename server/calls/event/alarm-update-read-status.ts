import { alarmUpdateReadStatus as call } from '#contract/calls/event/alarm-update-read-status.ts'
import { handler } from '../handler.ts'
import { countUnread, visibleAlarms } from './visible-alarms.ts'

export const alarmUpdateReadStatus = handler(call, async ({ alarmIds }, context, caller) => {
  let unread = visibleAlarms(context, caller, true)
  if (alarmIds !== 'all') unread = unread.where('alarm.id', 'in', alarmIds)
  if (alarmIds === 'all' || alarmIds.length > 0) {
    await context.db
      .insertInto('alarm_read')
      .columns(['alarm_id', 'user_id'])
      .expression(unread.select(['alarm.id', ({ val }) => val(caller.userId).as('user_id')]))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  return { unread: await countUnread(context, caller) }
})
