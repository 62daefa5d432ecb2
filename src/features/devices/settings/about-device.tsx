import { Trans } from '@lingui/react/macro'
import type { Device } from '#contract/calls/device/device.ts'
import { SettingsSection } from '../../../ui/page/settings.tsx'
import { DeviceFacts } from '../device-facts.tsx'
import { DeviceUptime } from '../device-uptime.tsx'

/** Beside what is set: which device it is, and whether it was there lately. Whether it is now stands at the head of the page. */
export function AboutDevice({ device }: { device: Device }) {
  return (
    <SettingsSection title={<Trans>About this device</Trans>}>
      <DeviceFacts device={device} hasStatus={false} />
      <DeviceUptime sn={device.sn} />
    </SettingsSection>
  )
}
