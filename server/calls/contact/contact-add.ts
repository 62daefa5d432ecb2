import { contactAdd as call } from '#contract/calls/contact/contact-add.ts'
import { MOST_CONTACTS } from '#contract/calls/contact/contact.ts'
import { CallFault } from '../call-fault.ts'
import { handler } from '../handler.ts'
import { requireOwnAdministrator } from '../../people/team.ts'
import { randomId } from '../../runtime/secrets.ts'
import { toContact } from './to-contact.ts'

export const contactAdd = handler(call, async (fields, context, caller) => {
  requireOwnAdministrator(caller)
  const { organizationId, userId } = caller
  const { db, recipients } = context
  const { total } = await db
    .selectFrom('contact')
    .where('organization_id', '=', organizationId)
    .select(({ fn }) => fn.countAll().as('total'))
    .executeTakeFirstOrThrow()
  if (Number(total) >= MOST_CONTACTS) throw new CallFault('too-many-contacts')
  const row = await db
    .insertInto('contact')
    .values({ id: randomId(), organization_id: organizationId, ...fields })
    .onConflict((conflict) => conflict.columns(['organization_id', 'name']).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) throw new CallFault('contact-name-taken', { field: 'name' })
  await recipients.ask(organizationId, [fields.email], userId)
  return toContact(context, caller, row)
})
