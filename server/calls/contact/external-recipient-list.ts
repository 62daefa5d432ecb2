import { externalRecipientList as call } from '#contract/calls/contact/external-recipient-list.ts'
import { requireOwnAdministrator } from '../../people/team.ts'
import { handler } from '../handler.ts'

export const externalRecipientList = handler(call, async ({ pageNum, pageSize, search = '' }, { externalRecipients }, caller) => {
  requireOwnAdministrator(caller)
  const wanted = search.toLowerCase()
  const found = (await externalRecipients.list(caller.organizationId)).filter(({ email }) => email.toLowerCase().includes(wanted))
  return { total: found.length, recipients: found.slice((pageNum - 1) * pageSize, pageNum * pageSize) }
})
