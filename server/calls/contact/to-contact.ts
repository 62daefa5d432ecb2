import type { Selectable } from 'kysely'
import type { Contact } from '#contract/calls/contact/contact.ts'
import type { ContactTable } from '../../db/schema/event.ts'

/** `confirmed`: the addresses that alarms may be sent to. */
export function toContact({ id, name, email, phone }: Selectable<ContactTable>, confirmed: ReadonlySet<string>): Contact {
  return { contactId: id, name, email, phone, isConfirmed: confirmed.has(email) }
}
