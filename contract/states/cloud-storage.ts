import * as z from 'zod/mini'
import type { Transitions } from './state-machine.ts'

/** Cloud storage status of the specification, 1 to 9 (rule 4.3): 1 to 7 as licences have them. */
export const cloudStorageStatuses = {
  /** Paid, and begins when what is in use for the camera ends. */
  toBeUsed: 1,
  using: 2,
  /** In use, and ends within a week. */
  expiring: 3,
  expired: 4,
  /** Ended before its time: its payment went back. */
  terminated: 5,
  /** Out of force while its payment is disputed. What was left of it is kept. */
  notEffective: 6,
  /** The dispute was won: what was left begins when what is in use ends. */
  toBeUsedAgain: 7,
  /** Nothing was ever bought or tried for the camera. */
  notActivated: 8,
  /** In use, but the camera's last recording could not be stored. */
  exception: 9,
} as const
export const cloudStorageStatus = z.enum(cloudStorageStatuses)
export type CloudStorageStatus = z.output<typeof cloudStorageStatus>

const { toBeUsed, using, expiring, expired, terminated, notEffective, toBeUsedAgain, notActivated, exception } = cloudStorageStatuses

export const cloudStorageTransitions: Transitions<CloudStorageStatus> = {
  [toBeUsed]: [using, terminated, notEffective],
  [using]: [expiring, expired, terminated, notEffective, exception],
  [expiring]: [expired, terminated, notEffective, exception],
  [expired]: [],
  [terminated]: [],
  [notEffective]: [toBeUsedAgain, terminated],
  [toBeUsedAgain]: [using, terminated, notEffective],
  [notActivated]: [toBeUsed, using],
  [exception]: [using, expiring, expired, terminated, notEffective],
}
