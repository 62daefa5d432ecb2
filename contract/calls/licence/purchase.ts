import * as z from 'zod/mini'
import { durationType, licenceLimits } from '../../licence-terms.ts'
import { serialNumber } from '../../rules.ts'

/** How many cameras a licence is for: in an upgrade the new number, not how many are added. */
export const chlNum = z.int().check(z.minimum(licenceLimits.leastChannels), z.maximum(licenceLimits.mostChannels))

/** Devices for a free trial. */
const trialDevices = z.array(serialNumber).check(z.minLength(1), z.maxLength(100))

/** What may be bought or tried. An upgrade has the term of the licence that it adds to; a trial has a term of its own. */
export const purchase = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('buy'), chlNum, durationType }),
  z.object({ kind: z.literal('renew'), chlNum, durationType }),
  z.object({ kind: z.literal('upgrade'), chlNum }),
  z.object({ kind: z.literal('trial'), sns: trialDevices }),
])
export type Purchase = z.output<typeof purchase>
