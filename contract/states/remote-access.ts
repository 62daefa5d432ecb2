import * as z from 'zod/mini'
import type { Transitions } from './state-machine.ts'

/** States of an installer's request (rule 4.8). */
export const remoteAccessStatuses = { pending: 0, accepted: 1, refused: 2, terminated: 3, expired: 4 } as const
export const remoteAccessStatus = z.enum(remoteAccessStatuses)
export type RemoteAccessStatus = z.output<typeof remoteAccessStatus>

export const remoteAccessTransitions: Transitions<RemoteAccessStatus> = {
  [remoteAccessStatuses.pending]: [remoteAccessStatuses.accepted, remoteAccessStatuses.refused],
  [remoteAccessStatuses.accepted]: [remoteAccessStatuses.terminated, remoteAccessStatuses.expired],
  [remoteAccessStatuses.refused]: [],
  [remoteAccessStatuses.terminated]: [],
  [remoteAccessStatuses.expired]: [],
}
