import * as z from 'zod/mini'
import type { Transitions } from './state-machine.ts'

/** Licence status of the specification, 1 to 7 (rule 4.2). */
export const licenceStatuses = {
  /** Paid, and begins when the licence in use ends. */
  toBeUsed: 1,
  using: 2,
  /** In use, and ends within `EXPIRING_DAYS`. */
  expiring: 3,
  expired: 4,
  /** Ended before its time: returned, charged back, or a trial replaced by a bought licence. */
  terminated: 5,
  /** Out of force while its payment is disputed. What was left of it is kept. */
  notEffective: 6,
  /** The dispute was won while another licence was in use: what was left begins when that one ends. */
  toBeUsedAgain: 7,
} as const
export const licenceStatus = z.enum(licenceStatuses)
export type LicenceStatus = z.output<typeof licenceStatus>

/** A licence is expiring from so many days before its end (the shortest term has 30). */
export const EXPIRING_DAYS = 7

export const licenceTransitions: Transitions<LicenceStatus> = {
  [licenceStatuses.toBeUsed]: [licenceStatuses.using, licenceStatuses.terminated, licenceStatuses.notEffective],
  [licenceStatuses.using]: [licenceStatuses.expiring, licenceStatuses.expired, licenceStatuses.terminated, licenceStatuses.notEffective],
  [licenceStatuses.expiring]: [licenceStatuses.expired, licenceStatuses.terminated, licenceStatuses.notEffective],
  [licenceStatuses.expired]: [],
  [licenceStatuses.terminated]: [],
  [licenceStatuses.notEffective]: [licenceStatuses.toBeUsedAgain, licenceStatuses.terminated],
  [licenceStatuses.toBeUsedAgain]: [licenceStatuses.using, licenceStatuses.terminated, licenceStatuses.notEffective],
}
