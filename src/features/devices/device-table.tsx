import { Trans, useLingui } from '@lingui/react/macro'
import type { Device } from '#contract/calls/device/device.ts'
import { useHasNoRights } from '../../data/person/roles.ts'
import { Button } from '../../ui/controls/button.tsx'
import { NoneAssigned } from '../../ui/page/none-assigned.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { DataTable } from '../../ui/controls/table/data-table.tsx'
import type { Sort } from '../../ui/controls/table/sort-rows.ts'
import { useDeviceColumns } from './device-columns.tsx'

interface DeviceTableProps {
  devices: readonly Device[] | undefined
  error: Error | null
  isSearch: boolean
  sort: Sort | undefined
  /** Only when the page has all devices there are. */
  onSort: ((sort: Sort | undefined) => void) | undefined
  onRetry: () => void
  onOpen: (device: Device) => void
  onUnbind: ((device: Device) => void) | undefined
  onAdd: (() => void) | undefined
}

const snOf = ({ sn }: Device) => sn
const nameOf = ({ name }: Device) => name

/** The devices of a page. */
export function DeviceTable({ devices, error, isSearch, sort, onSort, onRetry, onOpen, onUnbind, onAdd }: DeviceTableProps) {
  const { t } = useLingui()
  const columns = useDeviceColumns(onUnbind)
  return (
    <DataTable
      id="devices"
      label={t`Devices`}
      columns={columns}
      rows={devices}
      rowId={snOf}
      rowName={nameOf}
      error={error}
      failed={<Trans>The devices could not be loaded.</Trans>}
      onRetry={onRetry}
      empty={isSearch ? <NoneFound /> : <NoneYet onAdd={onAdd} />}
      onOpen={onOpen}
      sort={sort}
      onSort={onSort}
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
