import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Plate } from '#contract/calls/vehicle/plate.ts'
import { foundPlatesQuery } from '../../data/records/plates.ts'
import { DataTable } from '../../ui/controls/table/data-table.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { usePlateColumns } from './plate-columns.tsx'
import classes from './vehicle.module.css'

const idOf = ({ plateId }: Plate) => plateId
const nameOf = ({ plate }: Plate) => plate

/** What a search finds in all groups; a press opens the group with the same search. */
export function FoundPlates({ search }: { search: string }) {
  const { t, i18n } = useLingui()
  const navigate = useNavigate({ from: '/vehicle/plates' })
  const { data, error, refetch } = useQuery(foundPlatesQuery(search))
  const [shown, total] = [data?.plates.length ?? 0, data?.total ?? 0]
  const [count, most] = [i18n.number(total), i18n.number(shown)]
  return (
    <>
      {data !== undefined && total > 0 && (
        <p className={classes['line']} role="status">
          <Trans>{count} found.</Trans> {shown < total && <Trans>The first {most} are shown.</Trans>}
        </p>
      )}
      <DataTable
        id="found-plates"
        label={t`Plates that were found`}
        columns={usePlateColumns(true).map(({ sortBy: _sortBy, ...column }) => column)}
        rows={data?.plates}
        rowId={idOf}
        rowName={nameOf}
        error={error}
        failed={<Trans>The plates could not be loaded.</Trans>}
        onRetry={() => void refetch()}
        onOpen={({ groupId, plate }) => void navigate({ search: { group: groupId, search: plate } })}
        empty={
          <Notice drawing="search" title={<Trans>No plate matches the search.</Trans>}>
            <Trans>An asterisk stands for any characters, a question mark for one: AB*12?</Trans>
          </Notice>
        }
      />
    </>
  )
}
