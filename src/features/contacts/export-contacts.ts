import { t } from '@lingui/core/macro'
import { listColumns } from '#contract/sheet-api.ts'
import { allContacts } from '../../data/organization/contact-import.ts'
import { xlsxOf } from '../../data/records/sheet-worker.ts'
import { headingsOf, saveList } from '../../ui/import/save-list.ts'

/** Saves all contacts as a list that can be imported again, in the language that is shown. Throws `CallError`. */
export async function exportContacts(format: 'xlsx' | 'csv'): Promise<void> {
  const contacts = await allContacts()
  const rows = contacts.map((contact) => listColumns.contacts.map((column) => contact[column]))
  await saveList({ name: t`Contacts`, rows: [headingsOf('contacts'), ...rows], format, xlsxOf })
}

/** Saves an empty list with the headings. */
export async function saveContactTemplate(): Promise<void> {
  await saveList({ name: t`Contacts template`, rows: [headingsOf('contacts')], format: 'xlsx', xlsxOf })
}
