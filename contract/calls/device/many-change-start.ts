import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { serialNumber } from '../../rules.ts'
import { manyChange, MOST_DEVICES_AT_ONCE } from './many-change.ts'

/**
 * An addition to the catalogue: begins to change many devices. The service goes on by itself, some devices at a time, and keeps what became of each; whether
 * the person may configure a device is looked at when its turn comes. Fails with serial-number-unknown (one of them is not there, or not seen) and
 * too-many-changes (so many are under way in the organization).
 */
export const manyChangeStart = defineCall({
  path: '/vms/config/device/many/start',
  input: z.object({ sns: z.array(serialNumber).check(z.minLength(1), z.maxLength(MOST_DEVICES_AT_ONCE)), change: manyChange }),
  output: z.object({ jobId: z.string() }),
  access: holdersOf('configure'),
  offline: 'none',
  changes: true,
  rate: { calls: 30, perMs: 60_000 },
})
