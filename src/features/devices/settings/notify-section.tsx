import { DeviceEvents } from './device-events.tsx'
import { OutageMail } from './outage-mail.tsx'
import type { SectionProps } from './sections.ts'

/** What a device tells, and who is told when it is lost. */
export function NotifySection({ detail: { device, commands } }: SectionProps) {
  return (
    <>
      {commands.includes('notify-get') && <DeviceEvents sn={device.sn} />}
      <OutageMail sn={device.sn} />
    </>
  )
}
