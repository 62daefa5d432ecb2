import { devNotifyAdd as call } from '#contract/calls/event/dev-notify-add.ts'
import { CallFault } from '../call-fault.ts'
import { requireNoNewRecipients } from '../../people/team.ts'
import { handler } from '../handler.ts'

export const devNotifyAdd = handler(call, async (notify, context, caller) => {
  await context.rights.requireDevice(caller, notify.sn, 'configure')
  requireNoNewRecipients(caller, notify.emails)
  if ((await context.deviceNotices.find(caller.organizationId, notify.sn)) !== undefined) throw new CallFault('wrong-state')
  await context.deviceNotices.save(caller.organizationId, notify)
  await context.recipients.ask(caller.organizationId, notify.emails, caller.userId)
  return notify
})
