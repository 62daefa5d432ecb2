import * as z from 'zod/mini'
import type { Transitions } from './state-machine.ts'

/** States of a second step: set up but not yet shown to work, and in use. It is deleted, never taken back. */
export const mfaStatuses = { pending: 0, active: 1 } as const
export const mfaStatus = z.enum(mfaStatuses)
export type MfaStatus = z.output<typeof mfaStatus>

export const mfaTransitions: Transitions<MfaStatus> = {
  [mfaStatuses.pending]: [mfaStatuses.active],
  [mfaStatuses.active]: [],
}
