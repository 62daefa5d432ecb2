import * as z from 'zod/mini'
import { networkSettings } from '../../device-settings.ts'
import { networkTrialState } from '../../states/device.ts'

/**
 * The last trial of new network settings of a device: `untilMs` is when the device takes `before` back unless the service has reached it with `wanted`.
 * `endedMs` is null until it is known what became of it.
 */
export const networkTrial = z.object({
  state: networkTrialState,
  wanted: networkSettings,
  before: networkSettings,
  startedMs: z.number(),
  untilMs: z.number(),
  endedMs: z.nullable(z.number()),
})
export type NetworkTrial = z.output<typeof networkTrial>
