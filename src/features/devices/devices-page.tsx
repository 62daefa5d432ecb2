import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import IconFilter from '@tabler/icons-react/dist/esm/icons/IconFilter.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import { coreState } from '../../data/core/core.ts'
import { ForRoles } from '../../data/person/for-roles.tsx'
import { useHoldsRole } from '../../data/person/roles.ts'
import { allDevices, devicesQuery } from '../../data/places/devices.ts'
import { useAnswerAge } from '../../data/query/answer-age.ts'
import { Button } from '../../ui/controls/button.tsx'
import { OnlineButton } from '../../ui/controls/online-button.tsx'
import { SearchField } from '../../ui/controls/search-field.tsx'
import { sortText } from '../../ui/controls/table/sort-rows.ts'
import { AsOf } from '../../ui/notice/as-of.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Mantine } from '../../ui/theme/mantine.tsx'
import { DeviceTable } from './device-table.tsx'
import { ExportDevices } from './export-devices.tsx'
import { deviceFilterCount, deviceFilterOf, orderOf, type DevicesSearch } from './devices-search.ts'
import { useDeviceList } from './use-device-list.ts'
import classes from './devices.module.css'

const AddDevice = lazy(() => import('./add-device.tsx').then(({ AddDevice }) => ({ default: AddDevice })))
const DeviceFilters = lazy(() => import('./device-filters.tsx').then(({ DeviceFilters }) => ({ default: DeviceFilters })))
const DevicePanel = lazy(() => import('./device-panel.tsx').then(({ DevicePanel }) => ({ default: DevicePanel })))
const ChangeReport = lazy(() => import('./many/change-report.tsx').then(({ ChangeReport }) => ({ default: ChangeReport })))
const LastChanges = lazy(() => import('./many/last-changes.tsx').then(({ LastChanges }) => ({ default: LastChanges })))
const SelectionBar = lazy(() => import('./selection-bar.tsx').then(({ SelectionBar }) => ({ default: SelectionBar })))

const none: ReadonlySet<string> = new Set()

/** All devices that one sees, without an end: found, chosen, and opened beside the list. The address holds what is listed. */
export function DevicesPage() {
  const { t } = useLingui()
  const search = useSearch({ from: '/_home/device/index' })
  const navigate = useNavigate({ from: '/device/index' })
  const mayBind = useHoldsRole('administrator')
  const mayConfigure = useHoldsRole('administrator', 'site-administrator')
  const [isLooking, setLooking] = useState(false)
  const openChange = (jobId?: string) => void navigate({ search: (now) => ({ ...now, change: jobId }), replace: true })
  const [isAdding, setAdding] = useState(false)
  const [isFiltering, setFiltering] = useState(false)
  const [chosen, setChosen] = useState(none)
  const clear = useCallback(() => setChosen(none), [])
  const sort = orderOf(search.sort)
  const filter = deviceFilterOf(search)
  const [order, isDescending] = [sort?.column ?? 'name', sort?.isDescending ?? false] as const
  const list = useDeviceList(filter, order, isDescending)
  const age = useAnswerAge(devicesQuery(filter, order, isDescending).queryKey)
  const offlineReason = useSnapshot(coreState).isServiceReachable ? undefined : t`Only with the service. It cannot be reached now.`
  const chosenDevices = useMemo(
    () => (chosen.size === 0 ? [] : (list.devices?.filter(({ sn }) => chosen.has(sn)) ?? [])),
    [list.devices, chosen],
  )
  const open = (sn?: string) =>
    void navigate({ search: (now) => ({ ...now, device: sn }), replace: search.device !== undefined && sn !== undefined })
  function change(next: Partial<DevicesSearch>) {
    setChosen(none)
    void navigate({ search: (now) => ({ ...now, device: undefined, ...next }), replace: true })
  }
  const count = deviceFilterCount(search)

  return (
    <Mantine>
      <Page
        title={<Trans>Devices</Trans>}
        filters={
          <>
            <SearchField
              label={t`Search name, model or serial number`}
              value={search.search ?? ''}
              onChange={(text) => change({ search: text || undefined })}
            />
            <Button
              variant="default"
              size="compact-md"
              leftSection={<IconFilter size={16} stroke={1.5} aria-hidden />}
              onClick={() => setFiltering(true)}
            >
              {count > 0 ? <Trans>Filters ({count})</Trans> : <Trans>Filters</Trans>}
            </Button>
            {list.devices !== undefined && (
              <span className={`${classes['count']} sl-figures`} role="status">
                <Plural value={list.total} one="# device" other="# devices" />
              </span>
            )}
            <ExportDevices
              all={() => allDevices(filter, order, isDescending)}
              offlineReason={offlineReason ?? (list.devices?.length === 0 ? t`There are no devices in the list.` : undefined)}
            />
            {mayConfigure && (
              <Button variant="subtle" size="compact-md" onClick={() => setLooking(true)}>
                <Trans>Changes</Trans>
              </Button>
            )}
            <AsOf timeMs={age} />
          </>
        }
        action={
          <>
            <ForRoles roles={['administrator']}>
              <Link to="/settings/stations" className={classes['stations']}>
                <Trans>Viewing stations</Trans>
              </Link>
            </ForRoles>
            <ForRoles roles={['administrator', 'site-administrator']}>
              <OnlineButton
                offlineReason={offlineReason}
                leftSection={<IconPlus size={16} stroke={1.5} aria-hidden />}
                onClick={() => setAdding(true)}
              >
                <Trans>Add device</Trans>
              </OnlineButton>
            </ForRoles>
          </>
        }
        foot={
          chosenDevices.length > 0 && (
            <Suspense>
              <SelectionBar
                devices={chosenDevices}
                mayManage={mayBind}
                mayConfigure={mayConfigure}
                offlineReason={offlineReason}
                onStarted={openChange}
                onClear={clear}
              />
            </Suspense>
          )
        }
      >
        <DeviceTable
          list={list}
          isSearch={search.search !== undefined || count > 0}
          hidden={search.hide}
          sort={sort}
          onSort={(next) => change({ sort: sortText(next) })}
          openSn={search.device}
          chosen={chosen}
          onChoose={setChosen}
          onOpen={({ sn }) => open(sn)}
          onAdd={mayBind ? () => setAdding(true) : undefined}
        />
        <Suspense>
          {isLooking && (
            <LastChanges
              onOpen={(jobId) => {
                setLooking(false)
                openChange(jobId)
              }}
              onClose={() => setLooking(false)}
            />
          )}
          {search.change !== undefined && (
            <ChangeReport key={search.change} jobId={search.change} offlineReason={offlineReason} onClose={() => openChange()} />
          )}
          {isAdding && <AddDevice onClose={() => setAdding(false)} />}
          {isFiltering && (
            <DeviceFilters
              search={search}
              models={list.models}
              versions={list.versions}
              onChange={change}
              onClose={() => setFiltering(false)}
            />
          )}
          {search.device !== undefined && (
            <DevicePanel
              key={search.device}
              sn={search.device}
              listed={list.devices?.find(({ sn }) => sn === search.device)}
              offlineReason={offlineReason}
              onClose={() => open()}
            />
          )}
        </Suspense>
      </Page>
    </Mantine>
  )
}
