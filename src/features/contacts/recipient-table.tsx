import { Plural, Trans, useLingui } from '@lingui/react/macro'
import IconMailOff from '@tabler/icons-react/dist/esm/icons/IconMailOff.mjs'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ExternalRecipient } from '#contract/calls/contact/external-recipient.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import type { Column } from '../../ui/controls/table/column.ts'
import { DataTable } from '../../ui/controls/table/data-table.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { KeepRecipient } from './keep-recipient.tsx'
import { Standing } from './standing.tsx'

interface RecipientTableProps {
  recipients: readonly ExternalRecipient[] | undefined
  error: Error | null
  /** Somebody is looked for: an empty list means that nobody matches. */
  isSearch: boolean
  isOffline: boolean
  onRetry: () => void
  onRemove: (recipient: ExternalRecipient) => void
}

const idOf = ({ email }: ExternalRecipient) => email
const named = (names: readonly string[]) => names.join(', ')
const counted = (names: readonly string[], words: ReactNode) => (names.length === 0 ? '–' : words)

function useColumns({ isOffline, onRemove }: Pick<RecipientTableProps, 'isOffline' | 'onRemove'>): Column<ExternalRecipient>[] {
  const { t } = useLingui()
  return [
    { id: 'email', name: t`E-mail`, kind: 'main', widthPx: 280, title: idOf, cell: idOf },
    { id: 'state', name: t`Alarms by e-mail`, widthPx: 200, cell: (recipient) => <Standing {...recipient} /> },
    {
      id: 'contacts',
      name: t`Contact`,
      narrow: 'second',
      widthPx: 160,
      title: ({ contacts }) => named(contacts),
      cell: ({ contacts }) => named(contacts) || '–',
    },
    {
      id: 'rules',
      name: t`Alarm rules`,
      narrow: 'none',
      widthPx: 140,
      title: ({ rules }) => named(rules),
      cell: ({ rules }) => counted(rules, <Plural value={rules.length} one="# alarm rule" other="# alarm rules" />),
    },
    {
      id: 'devices',
      name: t`Outages of devices`,
      narrow: 'none',
      widthPx: 160,
      title: ({ devices }) => named(devices),
      cell: ({ devices }) => counted(devices, <Plural value={devices.length} one="# device" other="# devices" />),
    },
    {
      id: 'shares',
      name: t`Shared clips`,
      narrow: 'none',
      widthPx: 140,
      cell: ({ email, shares }) =>
        shares === 0 ? (
          '–'
        ) : (
          <Link to="/archives/shares" search={{ text: email }}>
            <Plural value={shares} one="# open link" other="# open links" />
          </Link>
        ),
    },
    {
      id: 'actions',
      name: t`Actions`,
      isNameHidden: true,
      kind: 'actions',
      cell: (recipient) => (
        <>
          {recipient.isResting === true && <KeepRecipient email={recipient.email} isOffline={isOffline} />}
          <IconButton label={t`Take ${recipient.email} out everywhere`} onClick={() => onRemove(recipient)}>
            <IconMailOff size={16} stroke={1.5} aria-hidden />
          </IconButton>
        </>
      ),
    },
  ]
}

/** A page of addresses outside the organization. */
export function RecipientTable({ recipients, error, isSearch, isOffline, onRetry, onRemove }: RecipientTableProps) {
  const { t } = useLingui()
  return (
    <DataTable
      id="outside-recipients"
      label={t`Outside recipients`}
      columns={useColumns({ isOffline, onRemove })}
      rows={recipients}
      rowId={idOf}
      rowName={idOf}
      error={error}
      failed={<Trans>The outside recipients could not be loaded.</Trans>}
      onRetry={onRetry}
      empty={
        isSearch ? (
          <Notice drawing="search" title={<Trans>Nobody matches the search.</Trans>} />
        ) : (
          <Notice drawing="search" title={<Trans>Nothing goes outside.</Trans>}>
            <Trans>No contact, alarm rule, device or shared clip names an address of somebody who is not among your users.</Trans>
          </Notice>
        )
      }
    />
  )
}
