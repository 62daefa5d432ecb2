import type { Selectable } from 'kysely'
import type { AlarmRule } from '#contract/calls/event/alarm-rule.ts'
import type { Contact } from '#contract/calls/contact/contact.ts'
import type { ContactTable } from '../../db/schema/event.ts'

/** `confirmed`: the addresses that alarms may be sent to; `rules`: all rules of the organization. */
export function toContact(
  { id, name, email, phone }: Selectable<ContactTable>,
  confirmed: ReadonlySet<string>,
  rules: readonly AlarmRule[],
): Contact {
  const usedBy = rules.filter(({ emails }) => emails.includes(email)).map((rule) => rule.name)
  return { contactId: id, name, email, phone, isConfirmed: confirmed.has(email), usedBy }
}
