import { contactEdit as call } from '#contract/calls/contact/contact-edit.ts'
import { CallFault } from '../call-fault.ts'
import { handler } from '../handler.ts'
import { requireOwnAdministrator } from '../../people/team.ts'
import { toContact } from './to-contact.ts'

export const contactEdit = handler(call, async ({ contactId, ...fields }, context, caller) => {
  requireOwnAdministrator(caller)
  const { organizationId, userId } = caller
  const row = await context.db.transaction().execute(async (db) => {
    const contacts = await db.selectFrom('contact').where('organization_id', '=', organizationId).select(['id', 'name']).execute()
    if (!contacts.some((contact) => contact.id === contactId)) throw new CallFault('contact-missing')
    if (contacts.some(({ id, name }) => name === fields.name && id !== contactId))
      throw new CallFault('contact-name-taken', { field: 'name' })
    return db.updateTable('contact').set(fields).where('id', '=', contactId).returningAll().executeTakeFirstOrThrow()
  })
  await context.recipients.ask(organizationId, [fields.email], userId)
  return toContact(context, caller, row)
})
