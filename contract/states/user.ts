import * as z from 'zod/mini'
import type { Transitions } from './state-machine.ts'

/** States of a user (rule 4.1). */
export const userStatuses = { unactivated: 0, activated: 1, frozen: 2 } as const
export const userStatus = z.enum(userStatuses)
export type UserStatus = z.output<typeof userStatus>

/** Invited, activated by the link of the invitation, frozen and unfrozen by an administrator. Nothing leads back before activation. */
export const userTransitions: Transitions<UserStatus> = {
  [userStatuses.unactivated]: [userStatuses.activated],
  [userStatuses.activated]: [userStatuses.frozen],
  [userStatuses.frozen]: [userStatuses.activated],
}
