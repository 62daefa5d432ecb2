import { useLingui } from '@lingui/react/macro'
import type { Device } from '#contract/calls/device/device.ts'
import { deviceStatuses } from '#contract/enums.ts'
import { StatusDot, type Status } from '../../ui/controls/status-dot.tsx'
import { agoText, dateTimeText } from '../../ui/text/time-text.ts'
import { useNow } from '../../ui/text/use-now.ts'
import tables from '../../ui/controls/table/table.module.css'

const dots: Record<Device['status'], Status> = {
  [deviceStatuses.unknown]: 'unknown',
  [deviceStatuses.online]: 'online',
  [deviceStatuses.offline]: 'offline',
}

/** Whether a device answers, and since when it does not. */
export function DeviceStatus({ device: { status, statusSinceMs } }: { device: Device }) {
  const { t, i18n } = useLingui()
  const now = useNow(30_000)
  const words: Record<Device['status'], string> = {
    [deviceStatuses.unknown]: t`Unknown`,
    [deviceStatuses.online]: t`Online`,
    [deviceStatuses.offline]: t`Offline`,
  }
  const word = words[status]
  return (
    <span className={tables['status']} title={dateTimeText(statusSinceMs, i18n.locale)}>
      <StatusDot status={dots[status]} word={word} hideWord />
      {word}
      {status === deviceStatuses.offline && <span className={tables['dim']}>{agoText(now - statusSinceMs, i18n.locale)}</span>}
    </span>
  )
}
