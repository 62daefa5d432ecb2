import { useLingui } from '@lingui/react/macro'
import type { Archive } from '#contract/calls/archive/archive.ts'
import { useSiteZones } from '../../data/places/use-site-zones.ts'
import { ArchiveState } from '../../ui/archive/archive-status.tsx'
import type { Column } from '../../ui/controls/table/column.ts'
import { DataTable } from '../../ui/controls/table/data-table.tsx'
import { bytesText } from '../../ui/text/bytes-text.ts'
import { siteTimeText } from '../../ui/text/site-time.ts'
import { durationText } from '../../ui/text/time-text.ts'
import { ArchiveRowActions } from './archive-row-actions.tsx'
import classes from './archives.module.css'

export interface ShownArchives {
  archives: readonly Archive[]
  chosen: ReadonlySet<string>
  onChoose: (chosen: ReadonlySet<string>) => void
  onOpen: (archive: Archive) => void
}

const idOf = ({ archiveId }: Archive) => archiveId
const nameOf = ({ title }: Archive) => title

/** The archives of a page as a table. */
export function ArchiveTable({ archives, chosen, onChoose, onOpen }: ShownArchives) {
  const { t } = useLingui()
  return (
    <DataTable
      id="archives"
      label={t`Archives`}
      className={classes['table'] ?? ''}
      columns={useColumns()}
      rows={archives}
      rowId={idOf}
      rowName={nameOf}
      onOpen={onOpen}
      selection={{ chosen, onChoose }}
    />
  )
}

function useColumns(): Column<Archive>[] {
  const { t, i18n } = useLingui()
  const zones = useSiteZones()
  return [
    { id: 'title', name: t`Title`, kind: 'main', widthPx: 220, title: nameOf, cell: nameOf },
    { id: 'camera', name: t`Camera`, narrow: 'second', widthPx: 160, cell: ({ cameraName }) => cameraName },
    { id: 'site', name: t`Site`, narrow: 'none', widthPx: 150, cell: ({ siteName }) => siteName },
    {
      id: 'start',
      name: t`Recorded`,
      kind: 'figures',
      narrow: 'second',
      widthPx: 220,
      cell: ({ startMs, siteId }) => siteTimeText(startMs, i18n.locale, zones.ofSite(siteId)),
    },
    {
      id: 'length',
      name: t`Length`,
      kind: 'figures',
      narrow: 'none',
      widthPx: 90,
      cell: ({ durationMs }) => durationText(durationMs, i18n.locale),
    },
    { id: 'case', name: t`Case number`, narrow: 'none', widthPx: 120, cell: ({ caseNumber }) => caseNumber },
    {
      id: 'size',
      name: t`Size`,
      kind: 'number',
      narrow: 'none',
      widthPx: 90,
      cell: ({ sizeBytes }) => (sizeBytes === null ? '' : bytesText(sizeBytes, i18n.locale)),
    },
    { id: 'by', name: t`Archived by`, narrow: 'none', widthPx: 140, cell: ({ archivedBy }) => archivedBy },
    { id: 'state', name: t`State`, widthPx: 200, cell: (archive) => <ArchiveState archive={archive} /> },
    {
      id: 'actions',
      name: t`Actions`,
      isNameHidden: true,
      kind: 'actions',
      cell: (archive) => <ArchiveRowActions archive={archive} />,
    },
  ]
}
