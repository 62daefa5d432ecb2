import { Trans, useLingui } from '@lingui/react/macro'
import type { Device } from '#contract/calls/device/device.ts'
import { Facts } from '../../ui/controls/facts.tsx'
import { dateTimeText } from '../../ui/text/time-text.ts'
import { DeviceStatus } from './device-status.tsx'
import { deviceTypeNames } from './device-type-names.ts'

/** What a device is, and where. `hasStatus`: whether it is there stands beside it too. */
export function DeviceFacts({ device, hasStatus }: { device: Device; hasStatus: boolean }) {
  const { i18n } = useLingui()
  return (
    <Facts
      facts={[
        ...(hasStatus ? [{ name: <Trans>Status</Trans>, value: <DeviceStatus device={device} /> }] : []),
        {
          name: hasStatus ? <Trans>Since</Trans> : <Trans>Status since</Trans>,
          value: dateTimeText(device.statusSinceMs, i18n.locale),
          isFigures: true,
        },
        { name: <Trans>Site</Trans>, value: device.siteName },
        { name: <Trans>Type</Trans>, value: i18n._(deviceTypeNames[device.devType]) },
        { name: <Trans>Model</Trans>, value: device.model || '–' },
        { name: <Trans>Version</Trans>, value: device.version || '–', isFigures: true },
        { name: <Trans>Serial number</Trans>, value: device.sn, isFigures: true },
        { name: <Trans>Channels</Trans>, value: i18n.number(device.channelTotal), isFigures: true },
      ]}
    />
  )
}
