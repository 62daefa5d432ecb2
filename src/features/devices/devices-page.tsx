import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { lazy, Suspense, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { Device } from '#contract/calls/device/device.ts'
import { useAnswerAge } from '../../data/query/answer-age.ts'
import { coreState } from '../../data/core/core.ts'
import { devicesQuery } from '../../data/places/devices.ts'
import { ForRoles } from '../../data/person/for-roles.tsx'
import { useHoldsRole } from '../../data/person/roles.ts'
import { AsOf } from '../../ui/notice/as-of.tsx'
import { Mantine } from '../../ui/theme/mantine.tsx'
import { OnlineButton } from '../../ui/controls/online-button.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Pager } from '../../ui/controls/pager.tsx'
import { SearchField } from '../../ui/controls/search-field.tsx'
import { DeviceTable } from './device-table.tsx'
import { DEFAULT_PAGE_SIZE, pageSizes } from '../../ui/controls/page-sizes.ts'
import { sortOf, sortText } from '../../ui/controls/table/sort-rows.ts'

const AddDevice = lazy(() => import('./add-device.tsx').then(({ AddDevice }) => ({ default: AddDevice })))
const DevicePanel = lazy(() => import('./device-panel.tsx').then(({ DevicePanel }) => ({ default: DevicePanel })))
const UnbindDevice = lazy(() => import('./unbind-device.tsx').then(({ UnbindDevice }) => ({ default: UnbindDevice })))

export function DevicesPage() {
  const { t } = useLingui()
  const { search, sort, device: openSn, page = 1, size = DEFAULT_PAGE_SIZE } = useSearch({ from: '/_home/device/index' })
  const navigate = useNavigate({ from: '/device/index' })
  const mayBind = useHoldsRole('administrator')
  const [isAdding, setAdding] = useState(false)
  const [leaving, setLeaving] = useState<Device>()
  const query = devicesQuery({ pageNum: page, pageSize: size, search })
  const devices = useQuery(query)
  const age = useAnswerAge(query.queryKey)
  const offlineReason = useSnapshot(coreState).isServiceReachable ? undefined : t`Only with the service. It cannot be reached now.`
  const total = devices.data?.total ?? 0
  const isWhole = total > 0 && total === devices.data?.devices.length
  const mayUnbind = mayBind && offlineReason === undefined
  const opened = devices.data?.devices.find(({ sn }) => sn === openSn)
  const open = (sn?: string) => void navigate({ search: (now) => ({ ...now, device: sn }) })

  return (
    <Mantine>
      <Page
        title={<Trans>Devices</Trans>}
        filters={
          <>
            <SearchField
              label={t`Search name, model or serial number`}
              value={search ?? ''}
              onChange={(text) => void navigate({ search: { size, sort, search: text || undefined }, replace: true })}
            />
            <AsOf timeMs={age} />
          </>
        }
        action={
          <ForRoles roles={['administrator', 'site-administrator']}>
            <OnlineButton
              offlineReason={offlineReason}
              leftSection={<IconPlus size={16} stroke={1.5} aria-hidden />}
              onClick={() => setAdding(true)}
            >
              <Trans>Add device</Trans>
            </OnlineButton>
          </ForRoles>
        }
        foot={
          <Pager
            total={total}
            page={page}
            size={size}
            sizes={pageSizes}
            onPage={(next) => void navigate({ search: (now) => ({ ...now, device: undefined, page: next }) })}
            onSize={(next) => void navigate({ search: { search, sort, size: pageSizes.find((known) => known === next) } })}
          />
        }
      >
        <DeviceTable
          devices={devices.data?.devices}
          error={devices.error}
          isSearch={search !== undefined}
          sort={sortOf(sort)}
          onSort={isWhole ? (next) => void navigate({ search: (now) => ({ ...now, sort: sortText(next) }), replace: true }) : undefined}
          onRetry={() => void devices.refetch()}
          onOpen={({ sn }) => open(sn)}
          onUnbind={mayUnbind ? setLeaving : undefined}
          onAdd={mayBind ? () => setAdding(true) : undefined}
        />
        <Suspense>
          {isAdding && <AddDevice onClose={() => setAdding(false)} />}
          {opened && <DevicePanel device={opened} onUnbind={mayUnbind ? () => setLeaving(opened) : undefined} onClose={() => open()} />}
          {leaving && <UnbindDevice device={leaving} onClose={() => setLeaving(undefined)} />}
        </Suspense>
      </Page>
    </Mantine>
  )
}
