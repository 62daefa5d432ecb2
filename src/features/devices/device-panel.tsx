import { Trans, useLingui } from '@lingui/react/macro'
import type { Device } from '#contract/calls/device/device.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Facts } from '../../ui/controls/facts.tsx'
import { SidePanel } from '../../ui/controls/side-panel.tsx'
import { dateTimeText } from '../../ui/text/time-text.ts'
import { deviceTypeNames } from './device-type-names.ts'
import { DeviceRecording } from './device-recording.tsx'
import { DeviceStatus } from './device-status.tsx'

interface DevicePanelProps {
  device: Device
  /** For whoever may, while the service can be reached. */
  onUnbind: (() => void) | undefined
  onClose: () => void
}

/** All that is known of a device, beside the list. */
export function DevicePanel({ device, onUnbind, onClose }: DevicePanelProps) {
  const { i18n } = useLingui()
  return (
    <SidePanel
      title={device.name}
      onClose={onClose}
      actions={
        onUnbind && (
          <Button variant="default" onClick={onUnbind}>
            <Trans>Unbind</Trans>
          </Button>
        )
      }
    >
      <Facts
        facts={[
          { name: <Trans>Status</Trans>, value: <DeviceStatus device={device} /> },
          { name: <Trans>Since</Trans>, value: dateTimeText(device.statusSinceMs, i18n.locale), isFigures: true },
          { name: <Trans>Site</Trans>, value: device.siteName },
          { name: <Trans>Type</Trans>, value: i18n._(deviceTypeNames[device.devType]) },
          { name: <Trans>Model</Trans>, value: device.model || '–' },
          { name: <Trans>Version</Trans>, value: device.version || '–', isFigures: true },
          { name: <Trans>Serial number</Trans>, value: device.sn, isFigures: true },
          { name: <Trans>Channels</Trans>, value: i18n.number(device.channelTotal), isFigures: true },
        ]}
      />
      <DeviceRecording device={device} />
    </SidePanel>
  )
}
