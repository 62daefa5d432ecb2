import type { Selectable } from 'kysely'
import type { Contact } from '#contract/calls/contact/contact.ts'
import type { Context } from '../../context.ts'
import type { ContactTable } from '../../db/schema/event.ts'

type Parts = Pick<Context, 'recipients' | 'rules' | 'deviceNotices'>

/** Contacts of an organization as they are told: with whether each may be sent alarms, and what sends there. */
export async function toContacts(
  { recipients, rules: ruleBook, deviceNotices }: Parts,
  organizationId: string,
  rows: readonly Selectable<ContactTable>[],
): Promise<Contact[]> {
  const emails = rows.map(({ email }) => email)
  const confirmed = await recipients.confirmed(organizationId, emails)
  const rules = await ruleBook.list(organizationId)
  const notices = await deviceNotices.list(organizationId)
  const sending = (to: string, from: readonly { name: string; emails: readonly string[] }[]) =>
    from.filter((one) => one.emails.includes(to)).map(({ name }) => name)
  return rows.map(({ id, name, email, phone }) => {
    const isConfirmed = confirmed.has(email)
    return { contactId: id, name, email, phone, isConfirmed, usedBy: sending(email, rules), devices: sending(email, notices) }
  })
}

/** The same of one. */
export async function toContact(parts: Parts, organizationId: string, row: Selectable<ContactTable>): Promise<Contact> {
  const [contact] = await toContacts(parts, organizationId, [row])
  if (contact === undefined) throw new Error('A contact was asked for, and none was made.')
  return contact
}
