import * as z from 'zod/mini'
import { signedIn } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { deviceStatus } from '../../enums.ts'
import { channelIndex, serialNumber, timeMs } from '../../rules.ts'

/** From `startMs` until the next span begins; the last one lasts until `toMs`. */
const statusSpan = z.object({ startMs: timeMs, status: deviceStatus })
export type StatusSpan = z.output<typeof statusSpan>

/**
 * An addition to the catalogue: whether a device, or one of its channels, was online during the last 30 days, the oldest first. Unknown where nobody kept
 * it, and while the service itself was away. `onlineShare` is of the time that is known, 0 to 1. Fails with serial-number-unknown,
 * channel-missing (not there, or not seen).
 */
export const deviceHistory = defineCall({
  path: '/vms/device/history',
  input: z.object({ sn: serialNumber, chlIndex: z.optional(channelIndex) }),
  output: z.object({ fromMs: timeMs, toMs: timeMs, spans: z.array(statusSpan), onlineShare: z.nullable(z.number()) }),
  access: signedIn,
  offline: 'cache',
})
