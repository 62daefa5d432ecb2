import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { useState } from 'react'
import type { PlateGroup } from '#contract/calls/vehicle/plate.ts'
import { useAnswerAge } from '../../data/query/answer-age.ts'
import { useLicenceGuard } from '../../data/organization/use-licence-guard.ts'
import { plateGroupsQuery } from '../../data/records/plates.ts'
import { Button } from '../../ui/controls/button.tsx'
import { OnlineButton } from '../../ui/controls/online-button.tsx'
import { SearchField } from '../../ui/controls/search-field.tsx'
import { DataTable } from '../../ui/controls/table/data-table.tsx'
import { sortOf, sortText } from '../../ui/controls/table/sort-rows.ts'
import { AsOf } from '../../ui/notice/as-of.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { LicenceGuard } from '../../ui/licence/licence-guard.tsx'
import { Page } from '../../ui/page/page.tsx'
import { VehicleNav } from '../../ui/page/vehicle-nav.tsx'
import { DeleteGroup } from './delete-group.tsx'
import { FoundPlates } from './found-plates.tsx'
import { GroupForm } from './group-form.tsx'
import { useGroupColumns } from './group-columns.tsx'
import { useOfflineReason } from './use-offline-reason.ts'

type Doing = { kind: 'add' } | { kind: 'rename' | 'delete'; group: PlateGroup }

const idOf = ({ groupId }: PlateGroup) => groupId
const nameOf = ({ groupName }: PlateGroup) => groupName

/** The groups of plates, and a search through all of them. */
export function GroupsPage() {
  const { t } = useLingui()
  const { search, sort } = useSearch({ from: '/_home/vehicle/plates' })
  const navigate = useNavigate({ from: '/vehicle/plates' })
  const groups = useQuery(plateGroupsQuery)
  const age = useAnswerAge(plateGroupsQuery.queryKey)
  const offlineReason = useOfflineReason()
  const licence = useLicenceGuard()
  const [doing, setDoing] = useState<Doing>()
  const end = () => setDoing(undefined)
  const columns = useGroupColumns({
    onRename: (group) => setDoing({ kind: 'rename', group }),
    onDelete: (group) => setDoing({ kind: 'delete', group }),
  })
  return (
    <Page
      title={<Trans>Plate Database</Trans>}
      filters={
        <>
          <SearchField
            label={t`Search plate or owner in all groups`}
            value={search ?? ''}
            onChange={(text) => void navigate({ search: { search: text || undefined }, replace: true })}
          />
          <AsOf timeMs={age} />
        </>
      }
      action={
        <OnlineButton
          offlineReason={offlineReason}
          leftSection={<IconPlus size={16} stroke={1.5} aria-hidden />}
          onClick={() => setDoing({ kind: 'add' })}
        >
          <span className="sl-unseen-narrow">
            <Trans>Add group</Trans>
          </span>
        </OnlineButton>
      }
    >
      <VehicleNav hasDatabase />
      {search === undefined ? (
        <DataTable
          id="plate-groups"
          label={t`Plate groups`}
          columns={columns}
          rows={groups.data?.groups}
          rowId={idOf}
          rowName={nameOf}
          error={groups.error}
          failed={<Trans>The plate groups could not be loaded.</Trans>}
          onRetry={() => void groups.refetch()}
          sort={sortOf(sort)}
          onSort={(next) => void navigate({ search: (now) => ({ ...now, sort: sortText(next) }), replace: true })}
          onOpen={({ groupId }) => void navigate({ search: { group: groupId } })}
          empty={
            <Notice
              drawing="search"
              title={<Trans>There are no plate groups yet.</Trans>}
              step={
                offlineReason === undefined && (
                  <Button onClick={() => setDoing({ kind: 'add' })}>
                    <Trans>Add group</Trans>
                  </Button>
                )
              }
            >
              <Trans>Alarm rules tell vehicles whose plate is in a group from all others.</Trans>
            </Notice>
          }
        />
      ) : (
        <FoundPlates search={search} />
      )}
      {doing?.kind === 'add' && (
        <LicenceGuard stand={licence} onClose={end}>
          <GroupForm offlineReason={offlineReason} onDone={({ groupId }) => void navigate({ search: { group: groupId } })} onClose={end} />
        </LicenceGuard>
      )}
      {doing?.kind === 'rename' && <GroupForm group={doing.group} offlineReason={offlineReason} onClose={end} />}
      {doing?.kind === 'delete' && <DeleteGroup group={doing.group} offlineReason={offlineReason} onClose={end} />}
    </Page>
  )
}
