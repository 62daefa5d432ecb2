import { DeviceRecording } from '../device-recording.tsx'
import type { SectionProps } from './sections.ts'

/** When the cameras of a device are recorded. */
export function RecordingSection({ detail }: SectionProps) {
  return <DeviceRecording device={detail.device} isWhole />
}
