import { Trans, useLingui } from '@lingui/react/macro'
import type { Device } from '#contract/calls/device/device.ts'
import { useHasNoRights } from '../../data/person/roles.ts'
import { Button } from '../../ui/controls/button.tsx'
import { NoneAssigned } from '../../ui/page/none-assigned.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { DataTable } from '../../ui/controls/table/data-table.tsx'
import type { Sort } from '../../ui/controls/table/sort-rows.ts'
import type { DeviceList } from './use-device-list.ts'
import { useDeviceColumns } from './device-columns.tsx'

interface DeviceTableProps {
  list: DeviceList
  isSearch: boolean
  hidden: readonly string[] | undefined
  sort: Sort | undefined
  onSort: (sort: Sort | undefined) => void
  openSn: string | undefined
  chosen: ReadonlySet<string>
  /** For whoever may do something with many. */
  onChoose: ((chosen: ReadonlySet<string>) => void) | undefined
  onOpen: (device: Device) => void
  onAdd: (() => void) | undefined
}

const snOf = ({ sn }: Device) => sn
const nameOf = ({ name }: Device) => name

/** The devices, as long as the list is. */
export function DeviceTable({ list, isSearch, hidden, sort, onSort, openSn, chosen, onChoose, onOpen, onAdd }: DeviceTableProps) {
  const { t } = useLingui()
  const columns = useDeviceColumns(hidden)
  return (
    <DataTable
      id="devices"
      label={t`Devices`}
      columns={columns}
      rows={list.devices}
      rowId={snOf}
      rowName={nameOf}
      error={list.error}
      failed={<Trans>The devices could not be loaded.</Trans>}
      onRetry={list.retry}
      empty={isSearch ? <NoneFound /> : <NoneYet onAdd={onAdd} />}
      onOpen={onOpen}
      openId={openSn}
      selection={onChoose && { chosen, onChoose }}
      sort={sort}
      onSort={onSort}
      isSorted
      onShown={list.onShown}
    />
  )
}

function NoneFound() {
  return <Notice drawing="search" title={<Trans>No device matches the search.</Trans>} />
}

function NoneYet({ onAdd }: { onAdd: (() => void) | undefined }) {
  const hasNoRights = useHasNoRights()
  if (hasNoRights) return <NoneAssigned drawing="device" />
  return (
    <Notice
      drawing="device"
      title={<Trans>No devices yet.</Trans>}
      step={
        onAdd && (
          <Button onClick={onAdd}>
            <Trans>Add device</Trans>
          </Button>
        )
      }
    >
      <Trans>A device is added by the serial number and the security code on its label.</Trans>
    </Notice>
  )
}
