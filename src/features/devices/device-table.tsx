import { Trans, useLingui } from '@lingui/react/macro'
import IconPlugConnectedX from '@tabler/icons-react/dist/esm/icons/IconPlugConnectedX.mjs'
import type { Device } from '#contract/calls/device/device.ts'
import { deviceStatuses } from '#contract/enums.ts'
import { useHasNoRights } from '../../data/person/roles.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { NotThereYet } from '../../ui/page/not-there-yet.tsx'
import { NoneAssigned } from '../../ui/page/none-assigned.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { StatusDot, type Status } from '../../ui/controls/status-dot.tsx'
import { agoText, dateTimeText } from '../../ui/text/time-text.ts'
import { useNow } from '../../ui/text/use-now.ts'
import tables from '../../ui/controls/table.module.css'
import { deviceTypeNames } from './device-type-names.ts'

interface DeviceTableProps {
  devices: readonly Device[] | undefined
  error: Error | null
  isSearch: boolean
  onRetry: () => void
  onUnbind?: (device: Device) => void
  onAdd?: () => void
}

/** The devices of a page; below 768 px two lines each. */
export function DeviceTable({ devices, error, isSearch, onRetry, onUnbind, onAdd }: DeviceTableProps) {
  const { t } = useLingui()
  if (devices === undefined) return <NotThereYet error={error} title={<Trans>The devices could not be loaded.</Trans>} onRetry={onRetry} />
  if (devices.length === 0) return isSearch ? <NoneFound /> : <NoneYet onAdd={onAdd} />
  return (
    <table className={tables['table']}>
      <thead className="sl-unseen-narrow">
        <tr>
          <th>
            <Trans>Name</Trans>
          </th>
          <th>
            <Trans>Status</Trans>
          </th>
          <th>
            <Trans>Type</Trans>
          </th>
          <th>
            <Trans>Model</Trans>
          </th>
          <th>
            <Trans>Serial number</Trans>
          </th>
          <th>
            <Trans>Site</Trans>
          </th>
          <th className={tables['number']}>
            <Trans>Channels</Trans>
          </th>
          {onUnbind && <th className={tables['actions']} aria-label={t`Actions`} />}
        </tr>
      </thead>
      <tbody>
        {devices.map((device) => (
          <DeviceRow key={device.sn} device={device} onUnbind={onUnbind} />
        ))}
      </tbody>
    </table>
  )
}

const dots: Record<Device['status'], Status> = {
  [deviceStatuses.unknown]: 'unknown',
  [deviceStatuses.online]: 'online',
  [deviceStatuses.offline]: 'offline',
}

function DeviceRow({ device, onUnbind }: { device: Device; onUnbind?: (device: Device) => void }) {
  const { t, i18n } = useLingui()
  const now = useNow(30_000)
  const name = device.name
  const since = agoText(now - device.statusSinceMs, i18n.locale)
  const words: Record<Device['status'], string> = {
    [deviceStatuses.unknown]: t`Unknown`,
    [deviceStatuses.online]: t`Online`,
    [deviceStatuses.offline]: t`Offline`,
  }
  const word = words[device.status]
  return (
    <tr>
      <td className={tables['main']}>{name}</td>
      <td data-cell="status" title={dateTimeText(device.statusSinceMs, i18n.locale)}>
        <span className={tables['status']}>
          <StatusDot status={dots[device.status]} word={word} hideWord />
          {word}
          {device.status === deviceStatuses.offline && <span className={tables['dim']}>{since}</span>}
        </span>
      </td>
      <td data-cell="minor">{i18n._(deviceTypeNames[device.devType])}</td>
      <td data-cell="minor">{device.model}</td>
      <td data-cell="detail" className={tables['code']}>
        {device.sn}
      </td>
      <td data-cell="detail">{device.siteName}</td>
      <td data-cell="minor" className={tables['number']}>
        {i18n.number(device.channelTotal)}
      </td>
      {onUnbind && (
        <td className={tables['actions']}>
          <IconButton label={t`Unbind “${name}”`} onClick={() => onUnbind(device)}>
            <IconPlugConnectedX size={16} stroke={1.5} aria-hidden />
          </IconButton>
        </td>
      )}
    </tr>
  )
}

function NoneFound() {
  return <Notice drawing="search" title={<Trans>No device matches the search.</Trans>} />
}

function NoneYet({ onAdd }: { onAdd?: () => void }) {
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
