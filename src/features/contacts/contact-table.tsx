import { Plural, Trans, useLingui } from '@lingui/react/macro'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import type { Contact } from '#contract/calls/contact/contact.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import type { Column } from '../../ui/controls/table/column.ts'
import { DataTable } from '../../ui/controls/table/data-table.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { Standing } from './standing.tsx'

interface ContactTableProps {
  contacts: readonly Contact[] | undefined
  error: Error | null
  /** Somebody is looked for: an empty list means that nobody matches. */
  isSearch: boolean
  onRetry: () => void
  onEdit: (contact: Contact) => void
  onDelete: (contact: Contact) => void
}

const idOf = ({ contactId }: Contact) => contactId
const nameOf = ({ name }: Contact) => name

function useColumns({ onEdit, onDelete }: Pick<ContactTableProps, 'onEdit' | 'onDelete'>): Column<Contact>[] {
  const { t } = useLingui()
  return [
    { id: 'name', name: t`Name`, kind: 'main', widthPx: 240, title: nameOf, cell: nameOf },
    { id: 'state', name: t`Status`, widthPx: 220, cell: (contact) => <Standing {...contact} /> },
    { id: 'email', name: t`E-mail`, narrow: 'second', widthPx: 280, title: ({ email }) => email, cell: ({ email }) => email },
    { id: 'phone', name: t`Phone`, kind: 'figures', narrow: 'none', cell: ({ phone }) => phone || '–' },
    {
      id: 'used',
      name: t`Used by`,
      narrow: 'none',
      widthPx: 200,
      title: ({ usedBy, devices }) => [...usedBy, ...devices].join(', '),
      cell: (contact) => <UsedBy contact={contact} />,
    },
    {
      id: 'actions',
      name: t`Actions`,
      isNameHidden: true,
      kind: 'actions',
      cell: (contact) => (
        <>
          <IconButton label={t`Change “${contact.name}”`} onClick={() => onEdit(contact)}>
            <IconPencil size={16} stroke={1.5} aria-hidden />
          </IconButton>
          <IconButton label={t`Delete “${contact.name}”`} onClick={() => onDelete(contact)}>
            <IconTrash size={16} stroke={1.5} aria-hidden />
          </IconButton>
        </>
      ),
    },
  ]
}

/** How much sends there. */
function UsedBy({ contact: { usedBy, devices } }: { contact: Contact }) {
  if (usedBy.length + devices.length === 0) return '–'
  return (
    <>
      {usedBy.length > 0 && <Plural value={usedBy.length} one="# alarm rule" other="# alarm rules" />}
      {usedBy.length > 0 && devices.length > 0 && ', '}
      {devices.length > 0 && <Plural value={devices.length} one="# device" other="# devices" />}
    </>
  )
}

/** The contacts of a page. */
export function ContactTable({ contacts, error, isSearch, onRetry, onEdit, onDelete }: ContactTableProps) {
  const { t } = useLingui()
  return (
    <DataTable
      id="contacts"
      label={t`Contacts`}
      columns={useColumns({ onEdit, onDelete })}
      rows={contacts}
      rowId={idOf}
      rowName={nameOf}
      error={error}
      failed={<Trans>The contacts could not be loaded.</Trans>}
      onRetry={onRetry}
      empty={
        isSearch ? (
          <Notice drawing="search" title={<Trans>Nobody matches the search.</Trans>} />
        ) : (
          <Notice drawing="search" title={<Trans>There are no contacts yet.</Trans>}>
            <Trans>Alarm rules send their mails to contacts, who need no account.</Trans>
          </Notice>
        )
      }
      onOpen={onEdit}
    />
  )
}
