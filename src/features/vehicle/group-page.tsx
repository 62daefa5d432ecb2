import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs'
import { useMemo, useState } from 'react'
import type { Plate } from '#contract/calls/vehicle/plate.ts'
import { useAnswerAge } from '../../data/query/answer-age.ts'
import { groupPlatesQuery, plateGroupsQuery } from '../../data/records/plates.ts'
import { SearchField } from '../../ui/controls/search-field.tsx'
import { DataTable } from '../../ui/controls/table/data-table.tsx'
import { sortOf, sortText } from '../../ui/controls/table/sort-rows.ts'
import { AsOf } from '../../ui/notice/as-of.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { Page } from '../../ui/page/page.tsx'
import { VehicleNav } from '../../ui/page/vehicle-nav.tsx'
import { ChosenPlates } from './chosen-plates.tsx'
import { Fill } from './fill.tsx'
import { filterPlates } from './filter-plates.ts'
import { GroupActions } from './group-actions.tsx'
import { GroupDialogs, type GroupDoing } from './group-dialogs.tsx'
import { PlateFilters } from './plate-filters.tsx'
import { usePlateColumns } from './plate-columns.tsx'
import { useOfflineReason } from './use-offline-reason.ts'
import classes from './vehicle.module.css'

const idOf = ({ plateId }: Plate) => plateId
const nameOf = ({ plate }: Plate) => plate

/** The plates of a group, all 10,000 of them if it is full: searched, filtered and sorted here. The address holds what is shown. */
export function GroupPage({ groupId }: { groupId: string }) {
  const { t, i18n } = useLingui()
  const search = useSearch({ from: '/_home/vehicle/plates' })
  const navigate = useNavigate({ from: '/vehicle/plates' })
  const [doing, setDoing] = useState<GroupDoing>()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const offlineReason = useOfflineReason()
  const groups = useQuery(plateGroupsQuery)
  const group = groups.data?.groups.find((one) => one.groupId === groupId)
  const isGone = groups.data !== undefined && group === undefined
  const query = groupPlatesQuery(groupId)
  // While an import writes, each piece would have all plates loaded anew.
  const plates = useQuery({ ...query, enabled: !isGone && doing?.kind !== 'import' })
  const age = useAnswerAge(query.queryKey)
  const shown = useMemo(() => plates.data && filterPlates(plates.data, search), [plates.data, search])
  const chosenPlates = useMemo(() => plates.data?.filter(({ plateId }) => chosen.has(plateId)) ?? [], [plates.data, chosen])
  const columns = usePlateColumns()
  const isFiltered = [search.search, search.brand, search.colour, search.type].some((filter) => filter !== undefined)
  const [count, total] = [i18n.number(shown?.length ?? 0), i18n.number(plates.data?.length ?? 0)]
  return (
    <Page
      back={
        <Link to="/vehicle/plates" aria-label={t`All plate groups`} data-tip={t`All plate groups`} className={classes['back']}>
          <IconArrowLeft size={18} stroke={1.5} aria-hidden />
        </Link>
      }
      title={group?.groupName ?? <Trans>Plate group</Trans>}
      filters={
        <>
          <SearchField
            label={t`Search plate or owner`}
            value={search.search ?? ''}
            onChange={(text) => void navigate({ search: (now) => ({ ...now, search: text || undefined }), replace: true })}
          />
          <AsOf timeMs={age} />
        </>
      }
      action={group && <GroupActions group={group} shown={shown ?? []} offlineReason={offlineReason} onDo={setDoing} />}
      foot={
        chosenPlates.length > 0 && (
          <ChosenPlates
            count={chosenPlates.length}
            offlineReason={offlineReason}
            onMove={() => setDoing({ kind: 'move', plates: chosenPlates })}
            onDelete={() => setDoing({ kind: 'delete', plates: chosenPlates })}
            onClear={() => setChosen(new Set())}
          />
        )
      }
    >
      <VehicleNav hasDatabase />
      {isGone ? (
        <Notice drawing="search" title={<Trans>This plate group does not exist any more.</Trans>} />
      ) : (
        <>
          {group && (
            <div className={classes['line']}>
              <Fill group={group} />
              <PlateFilters
                plates={plates.data ?? []}
                search={search}
                onChange={(change) => void navigate({ search: (now) => ({ ...now, ...change }), replace: true })}
              />
              <span className="sl-figures" role="status">
                {isFiltered && shown && (
                  <Trans>
                    {count} of {total} plates are shown.
                  </Trans>
                )}
              </span>
            </div>
          )}
          <DataTable
            id="plates"
            label={t`Plates`}
            columns={columns}
            rows={shown}
            rowId={idOf}
            rowName={nameOf}
            error={plates.error}
            failed={<Trans>The plates could not be loaded.</Trans>}
            onRetry={() => void plates.refetch()}
            sort={sortOf(search.sort)}
            onSort={(sort) => void navigate({ search: (now) => ({ ...now, sort: sortText(sort) }), replace: true })}
            onOpen={(plate) => setDoing({ kind: 'edit', plate })}
            openId={doing?.kind === 'edit' ? doing.plate.plateId : undefined}
            selection={{ chosen, onChoose: setChosen }}
            empty={<NoPlates isFiltered={isFiltered} />}
          />
        </>
      )}
      {group && (
        <GroupDialogs
          group={group}
          doing={doing}
          offlineReason={offlineReason}
          onDo={setDoing}
          onDone={() => {
            setChosen(new Set())
            setDoing(undefined)
          }}
          onClose={() => setDoing(undefined)}
        />
      )}
    </Page>
  )
}

function NoPlates({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <Notice drawing="search" title={<Trans>No plate of this group matches.</Trans>}>
      <Trans>An asterisk stands for any characters, a question mark for one: AB*12?</Trans>
    </Notice>
  ) : (
    <Notice drawing="search" title={<Trans>This group has no plates yet.</Trans>}>
      <Trans>Add them one by one, or import a list from a spreadsheet.</Trans>
    </Notice>
  )
}
