import { contactList as call } from '#contract/calls/contact/contact-list.ts'
import { contains } from '../../db/contains.ts'
import { handler } from '../handler.ts'
import { toContacts } from './to-contact.ts'

export const contactList = handler(call, async ({ pageNum, pageSize, search }, context, caller) => {
  let query = context.db.selectFrom('contact').where('organization_id', '=', caller.organizationId)
  if (search !== undefined && search !== '') query = query.where(contains(['name', 'email'], search))
  const { total } = await query.select(({ fn }) => fn.countAll().as('total')).executeTakeFirstOrThrow()
  const page = query.selectAll().orderBy('name').limit(pageSize)
  const rows = await page.offset((pageNum - 1) * pageSize).execute()
  return { total: Number(total), contacts: await toContacts(context, caller, rows) }
})
