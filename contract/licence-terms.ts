import * as z from 'zod/mini'

/** Duration units of the specification (rule 9.9). */
export const durationUnits = { day: 1, month: 2, year: 3 } as const
export const durationUnit = z.enum(durationUnits)

/** Duration types 1 to 5 are the five terms that licences are sold for. */
export const durationTypes = { days30: 1, days90: 2, days180: 3, year1: 4, years2: 5 } as const
export const durationType = z.enum(durationTypes)
export type DurationType = z.output<typeof durationType>

/** Each term: how long, in which unit. Years are calendar years, from a date to the same date. */
export const licenceTerms = {
  [durationTypes.days30]: { duration: 30, durationUnit: durationUnits.day },
  [durationTypes.days90]: { duration: 90, durationUnit: durationUnits.day },
  [durationTypes.days180]: { duration: 180, durationUnit: durationUnits.day },
  [durationTypes.year1]: { duration: 1, durationUnit: durationUnits.year },
  [durationTypes.years2]: { duration: 2, durationUnit: durationUnits.year },
} as const

export const licenceLimits = {
  /** Cameras of an organization that need no licence, for ever, unless it was given more. */
  freeChannels: 4,
  leastChannels: 1,
  mostChannels: 1_000_000,
  /** A free trial lasts as long as the shortest term. */
  trialTerm: durationTypes.days30,
  /** Events go on being stored for so long after a licence ended, then none (rule 9.8). */
  eventGraceDays: 15,
} as const

/** What a person orders. `buy` starts at once, `renew` adds a term behind the one in use, `upgrade` adds cameras to it. */
export const purchaseKind = z.enum(['buy', 'renew', 'upgrade', 'trial'])
export type PurchaseKind = z.output<typeof purchaseKind>

/** Free channels are permanent; a trial is free and once for each device. */
export const licenceType = z.enum(['free', 'trial', 'paid'])
export type LicenceType = z.output<typeof licenceType>

export const licenceButton = z.enum(['buy-now', 'extend', 'renew-now', 'upgrade-now', 'buy-again'])
export type LicenceButton = z.output<typeof licenceButton>
