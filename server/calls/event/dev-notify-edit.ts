import { devNotifyEdit as call } from '#contract/calls/event/dev-notify-edit.ts'
import { CallFault } from '../call-fault.ts'
import { requireNoNewRecipients } from '../../people/team.ts'
import { handler } from '../handler.ts'

export const devNotifyEdit = handler(call, async (notify, context, caller) => {
  await context.rights.requireDevice(caller, notify.sn, 'configure')
  const before = await context.deviceNotices.find(caller.organizationId, notify.sn)
  if (before === undefined) throw new CallFault('wrong-state')
  requireNoNewRecipients(caller, notify.emails, before.emails)
  await context.deviceNotices.save(caller.organizationId, notify)
  await context.recipients.ask(caller.organizationId, notify.emails, caller.userId)
  return notify
})
