import type { Selectable } from 'kysely'
import type { Contact } from '#contract/calls/contact/contact.ts'
import type { Caller } from '../../access/caller.ts'
import type { Context } from '../../context.ts'
import type { ContactTable } from '../../db/schema/event.ts'
import { rulesFor } from '../event/rule-access.ts'

type Parts = Pick<Context, 'db' | 'deviceNotices' | 'recipients' | 'rights' | 'rules'>

/**
 * Contacts of an organization as they are told to somebody: with whether each may be sent alarms, and what sends there, as far as they may
 * know of it.
 */
export async function toContacts(parts: Parts, caller: Caller, rows: readonly Selectable<ContactTable>[]): Promise<Contact[]> {
  const emails = rows.map(({ email }) => email)
  const confirmed = await parts.recipients.confirmed(caller.organizationId, emails)
  const resting = await parts.recipients.resting(caller.organizationId, emails)
  const rules = namesByEmail(await rulesFor(parts, caller))
  const devices = namesByEmail(await noticesFor(parts, caller))
  return rows.map(({ id, name, email, phone }) => ({
    contactId: id,
    name,
    email,
    phone,
    isConfirmed: resting.has(email) || confirmed.has(email),
    isResting: resting.has(email),
    usedBy: rules.get(email) ?? [],
    devices: devices.get(email) ?? [],
  }))
}

/** The same of one. */
export async function toContact(parts: Parts, caller: Caller, row: Selectable<ContactTable>): Promise<Contact> {
  const [contact] = await toContacts(parts, caller, [row])
  if (contact === undefined) throw new Error('A contact was asked for, and none was made.')
  return contact
}

/** Those of devices that the person may configure: the names of others are none of theirs. */
async function noticesFor({ deviceNotices, rights }: Parts, caller: Caller) {
  const notices = await deviceNotices.list(caller.organizationId)
  if (caller.role === 'administrator') return notices
  const sns = notices.map(({ sn }) => sn)
  const held = await rights.devicesHeld(caller, sns, 'configure')
  return notices.filter(({ sn }) => held.has(sn))
}

/** The names of what sends to each address. */
function namesByEmail(senders: readonly { name: string; emails: readonly string[] }[]): Map<string, string[]> {
  const names = new Map<string, string[]>()
  for (const { name, emails } of senders) {
    for (const email of new Set(emails)) {
      const known = names.get(email)
      if (known === undefined) names.set(email, [name])
      else known.push(name)
    }
  }
  return names
}
