import { externalRecipientKeep as call } from '#contract/calls/contact/external-recipient-keep.ts'
import { requireOwnAdministrator } from '../../people/team.ts'
import { CallFault } from '../call-fault.ts'
import { handler } from '../handler.ts'

export const externalRecipientKeep = handler(call, async ({ email }, { externalRecipients, recipients }, caller) => {
  requireOwnAdministrator(caller)
  const { organizationId, userId } = caller
  if (!(await externalRecipients.has(organizationId, email))) throw new CallFault('contact-missing', { field: 'email' })
  await recipients.ask(organizationId, [email], userId)
  return null
})
