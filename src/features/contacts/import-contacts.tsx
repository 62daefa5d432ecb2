import { Trans } from '@lingui/react/macro'
import { listColumns } from '#contract/sheet-api.ts'
import { compareContacts, CONTACTS_A_PIECE, mergeContacts, refreshContacts } from '../../data/organization/contact-import.ts'
import { readListFile } from '../../data/records/sheet-worker.ts'
import { ImportDialog } from '../../ui/import/import-dialog.tsx'
import { saveContactTemplate } from './export-contacts.ts'

/** Imports a list of contacts. */
export function ImportContacts({ offlineReason, onClose }: { offlineReason: string | undefined; onClose: () => void }) {
  return (
    <ImportDialog
      id="contact-import"
      title={<Trans>Import contacts</Trans>}
      importer={{
        read: (file, watch) => readListFile('contacts', file, watch),
        compare: compareContacts,
        send: mergeContacts,
        piece: CONTACTS_A_PIECE,
      }}
      columns={listColumns.contacts}
      required={listColumns.contacts}
      beside={['email', 'phone']}
      offlineReason={offlineReason}
      onTemplate={() => void saveContactTemplate()}
      onWritten={() => void refreshContacts()}
      onClose={onClose}
    />
  )
}
