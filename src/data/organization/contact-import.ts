import { contactList } from '#contract/calls/contact/contact-list.ts'
import { contactMerge, MOST_CONTACTS_AT_ONCE } from '#contract/calls/contact/contact-merge.ts'
import { MOST_CONTACTS, type Contact } from '#contract/calls/contact/contact.ts'
import type { InputOf } from '#contract/define-call.ts'
import type { ListRow } from '#contract/sheet-api.ts'
import type { Compared } from '../../lib/compared.ts'
import { callCore } from '../core/core.ts'
import { queryClient } from '../query/query-client.ts'

type Row = InputOf<typeof contactMerge>['contacts'][number]
const A_PAGE = 100

/** All contacts, by name. Throws `CallError`. */
export async function allContacts(signal?: AbortSignal): Promise<Contact[]> {
  const all: Contact[] = []
  for (let pageNum = 1; ; pageNum += 1) {
    const page = await callCore(contactList, { pageNum, pageSize: A_PAGE }, { quiet: true, ...(signal && { signal }) })
    all.push(...page.contacts)
    if (page.contacts.length === 0 || all.length >= page.total || all.length >= MOST_CONTACTS) return all
  }
}

/** Compares rows with the contacts. Throws `CallError`. */
export async function compareContacts(rows: readonly ListRow[], signal: AbortSignal): Promise<{ compared: Compared<Row>[]; room: number }> {
  const contacts = await allContacts(signal)
  const known = new Map(contacts.map((contact) => [contact.name, contact]))
  const compared = rows.map(({ values: { name = '', email = '', phone = '' } }): Compared<Row> => {
    const before = known.get(name)
    const item = { name, email, phone }
    if (before === undefined) return { standing: 'add', item }
    return before.email === email && before.phone === phone ? { standing: 'same' } : { standing: 'change', item }
  })
  return { compared, room: MOST_CONTACTS - contacts.length }
}

/** Writes a piece; the answer says what the service passed over. Throws `CallError`. */
export const mergeContacts = (contacts: Row[]) => callCore(contactMerge, { contacts }, { quiet: true })
export const CONTACTS_A_PIECE = MOST_CONTACTS_AT_ONCE

/** Asks again for what an import has touched. */
export const refreshContacts = () => queryClient.invalidateQueries({ queryKey: ['contacts'] })
