import { alarmAssigneeList as call, MOST_ASSIGNEES } from '#contract/calls/event/alarm-assignee-list.ts'
import { contains } from '../../db/contains.ts'
import { CallFault } from '../call-fault.ts'
import { handler } from '../handler.ts'
import { visibleAlarms } from '../../events/visible-alarms.ts'

export const alarmAssigneeList = handler(call, async ({ alarmId, search = '' }, context, caller) => {
  const alarm = await visibleAlarms(context, caller, false).where('alarm.id', '=', alarmId).selectAll('alarm').executeTakeFirst()
  if (alarm === undefined) throw new CallFault('not-found')
  let people = context.rights.assigneesOfAlarm(alarm).select(['user.id as userId', 'user.alias as name'])
  if (search !== '') people = people.where(contains(['user.alias'], search))
  return { people: await people.orderBy('user.alias').orderBy('user.id').limit(MOST_ASSIGNEES).execute() }
})
