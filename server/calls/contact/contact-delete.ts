import { contactDelete as call } from '#contract/calls/contact/contact-delete.ts'
import { CallFault } from '../call-fault.ts'
import { handler } from '../handler.ts'
import { requireOwnAdministrator } from '../../people/team.ts'

export const contactDelete = handler(call, async ({ contactId }, { db }, caller) => {
  requireOwnAdministrator(caller)
  const { organizationId } = caller
  const ours = db.deleteFrom('contact').where('organization_id', '=', organizationId)
  const gone = await ours.where('id', '=', contactId).returning('id').execute()
  if (gone.length === 0) throw new CallFault('contact-missing')
  return null
})
