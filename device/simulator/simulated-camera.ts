import type { ClipLoop } from './clip-loop.ts'
import type { SimulatedDevice } from './simulated-device.ts'

/** One channel of a simulated device, as the rhythm and the commands know it. */
export interface SimulatedCamera {
  name: string
  device: SimulatedDevice
  chlIndex: number
  loop: ClipLoop
}
