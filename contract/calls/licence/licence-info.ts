import * as z from 'zod/mini'
import { durationType, durationUnit, licenceButton, licenceType } from '../../licence-terms.ts'
import { licenceStatus } from '../../states/licence.ts'

/**
 * A licence as the screens show it (rule 3.10). The permanent free channels alone have `licenseType` free, no cameras of
 * their own and no times. `freeChlNum`: free channels when it was bought; `newFreeChlNum`: those of today. `minChlNum` and
 * `maxChlNum`: what a purchase by its buttons may name. `remainDays`: begun days count whole.
 */
export const licenceInfo = z.object({
  chlNum: z.int(),
  duration: z.int(),
  durationUnit: z.nullable(durationUnit),
  durationType: z.nullable(durationType),
  startTime: z.nullable(z.number()),
  endTime: z.nullable(z.number()),
  freeChlNum: z.int(),
  newFreeChlNum: z.int(),
  minChlNum: z.int(),
  maxChlNum: z.int(),
  licenseType: licenceType,
  status: licenceStatus,
  buttonList: z.array(licenceButton),
  ifShowFreeTag: z.boolean(),
  remainDays: z.int(),
})
export type LicenceInfo = z.output<typeof licenceInfo>

/** Open cameras of the organization beside those it may use: free ones and those of the licence in force. */
export const coverage = z.object({ cameras: z.int(), covered: z.int(), freeChlNum: z.int(), licensedChlNum: z.int() })
export type Coverage = z.output<typeof coverage>
