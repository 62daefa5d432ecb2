import { externalRecipientRemove as call } from '#contract/calls/contact/external-recipient-remove.ts'
import { requireOwnAdministrator } from '../../people/team.ts'
import { CallFault } from '../call-fault.ts'
import { handler } from '../handler.ts'

export const externalRecipientRemove = handler(call, async ({ email }, { externalRecipients, news }, caller) => {
  requireOwnAdministrator(caller)
  if (!(await externalRecipients.remove(caller.organizationId, email))) throw new CallFault('contact-missing', { field: 'email' })
  await news.tell(caller.organizationId, 'alarm-rules')
  await news.tell(caller.organizationId, 'archives')
  return null
})
