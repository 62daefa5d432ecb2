import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { OrganizationShare } from '../../../data/records/archive-shares.ts'
import type { Column } from '../../../ui/controls/table/column.ts'
import { DataTable } from '../../../ui/controls/table/data-table.tsx'
import { dateTimeText } from '../../../ui/text/time-text.ts'
import { ShareState } from '../share/share-state.tsx'
import { useClips } from './use-clips.ts'
import { useRecipient } from './use-recipient.ts'

interface SharedTableProps {
  shares: readonly OrganizationShare[] | undefined
  error: Error | null
  onRetry: () => void
  empty: ReactNode
  chosen: ReadonlySet<string>
  onChoose: (chosen: ReadonlySet<string>) => void
  openId: string | undefined
  onOpen: (handle: string) => void
}

const idOf = ({ handle }: OrganizationShare) => handle

/** A page of what was shared. */
export function SharedTable({ shares, error, onRetry, empty, chosen, onChoose, openId, onOpen }: SharedTableProps) {
  const { t } = useLingui()
  const recipientOf = useRecipient()
  const clipsOf = useClips()
  return (
    <DataTable
      id="shared-clips"
      label={t`Shared clips`}
      columns={useColumns()}
      rows={shares}
      rowId={idOf}
      rowName={(share) => `${clipsOf(share)}, ${recipientOf(share)}`}
      error={error}
      failed={<Trans>The shared clips could not be loaded.</Trans>}
      onRetry={onRetry}
      empty={empty}
      isDim={({ state }) => state !== 'open'}
      selection={{ chosen, onChoose }}
      {...(openId !== undefined && { openId })}
      onOpen={({ handle }) => onOpen(handle)}
    />
  )
}

function useColumns(): Column<OrganizationShare>[] {
  const { t, i18n } = useLingui()
  const recipientOf = useRecipient()
  const clipsOf = useClips()
  return [
    { id: 'recipient', name: t`Recipient`, kind: 'main', widthPx: 240, title: recipientOf, cell: recipientOf },
    {
      id: 'reach',
      name: t`Reach`,
      widthPx: 110,
      cell: ({ isExternal }) => (isExternal ? <Trans>Outsiders</Trans> : <Trans>Own people</Trans>),
    },
    { id: 'title', name: t`Clip`, kind: 'long', narrow: 'second', widthPx: 220, title: clipsOf, cell: clipsOf },
    { id: 'site', name: t`Site`, kind: 'long', narrow: 'none', widthPx: 150, cell: ({ siteName }) => siteName },
    { id: 'by', name: t`Shared by`, kind: 'long', narrow: 'none', widthPx: 150, cell: ({ sharedBy }) => sharedBy },
    {
      id: 'created',
      name: t`Shared`,
      kind: 'figures',
      narrow: 'none',
      widthPx: 170,
      cell: ({ createdAtMs }) => dateTimeText(createdAtMs, i18n.locale),
    },
    { id: 'until', name: t`Can be opened`, narrow: 'second', widthPx: 200, cell: (share) => <ShareState share={share} /> },
    { id: 'views', name: t`Opened`, kind: 'number', narrow: 'none', widthPx: 90, cell: ({ views }) => i18n.number(views) },
  ]
}
