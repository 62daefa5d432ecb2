import type { SceneName } from './clip.ts'
import { demoDevices } from './demo-devices.ts'
import type { KnownDevice } from './devices-file.ts'

/** Channels with the same scene are this far apart in its loop; no divisor of a clip's length, so that none meet again. */
const APART_MS = 7_300

export interface CastChannel {
  name: string
  scene: SceneName
  /** How far the channel is ahead in its scene's loop. */
  offsetMs: number
  isPtz?: true
  hasSound?: true
  hasIntercom?: true
}
export interface CastDevice {
  device: KnownDevice
  model: string
  channels: CastChannel[]
}

/** Which moment of which scene each channel of the devices shows: always the same, so that what was reported can be played back. */
export function castDevices(devices: readonly KnownDevice[]): CastDevice[] {
  let count = 0
  return devices.flatMap((device) => {
    const plan = demoDevices.find((one) => one.plan === device.plan)
    if (plan === undefined) return []
    return [{ device, model: plan.model, channels: plan.channels.map((channel) => ({ ...channel, offsetMs: count++ * APART_MS })) }]
  })
}
