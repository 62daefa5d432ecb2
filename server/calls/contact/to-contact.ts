import type { Selectable } from 'kysely'
import type { Contact } from '#contract/calls/contact/contact.ts'
import type { ContactTable } from '../../db/schema/event.ts'

export function toContact({ id, name, email, phone }: Selectable<ContactTable>): Contact {
  return { contactId: id, name, email, phone }
}
