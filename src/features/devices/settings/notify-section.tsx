import { Trans } from '@lingui/react/macro'
import { SettingsSection } from '../../../ui/page/settings.tsx'
import { DeviceEvents } from './device-events.tsx'
import { OutageMail } from './outage-mail.tsx'
import type { SectionProps } from './sections.ts'

/** What a device tells, and who is told when it is lost. */
export function NotifySection({ detail: { device, commands } }: SectionProps) {
  return (
    <>
      {commands.includes('notify-get') ? (
        <DeviceEvents sn={device.sn} />
      ) : (
        <SettingsSection
          title={<Trans>Events that the device tells</Trans>}
          intro={<Trans>This device tells all that it sees. That cannot be changed from here.</Trans>}
        >
          {null}
        </SettingsSection>
      )}
      <OutageMail sn={device.sn} />
    </>
  )
}
