import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import type { Device } from '#contract/calls/device/device.ts'
import { deviceDetailQuery } from '../../data/places/device-settings.ts'
import settings from '../../ui/page/settings.module.css'
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

/** The way to the settings, for whoever may change them. */
function SettingsLink({ sn }: { sn: string }) {
  const { data } = useQuery(deviceDetailQuery(sn))
  if (data?.mayConfigure !== true) return null
  return (
    <p>
      <Link to="/device/settings" search={{ device: sn }} className={settings['go']}>
        <Trans>Settings of the device</Trans>
        <IconChevronRight size={16} stroke={1.5} aria-hidden />
      </Link>
    </p>
  )
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
      <SettingsLink sn={device.sn} />
      <DeviceRecording device={device} />
    </SidePanel>
  )
}
