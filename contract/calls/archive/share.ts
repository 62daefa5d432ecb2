import * as z from 'zod/mini'

/** `suspended`: the person who shared is frozen, or has lost the right to share it; it opens again when they have it again. */
const shareStates = ['open', 'expired', 'revoked', 'used-up', 'suspended'] as const

/** A link to an archive, without its secret. */
export const share = z.object({
  /** Names the share to those who may revoke it; opens nothing. */
  handle: z.string(),
  /** Whose link it is: one address. None: of whoever was given it by hand. Links of before each recipient had their own may have several. */
  emails: z.array(z.string()),
  message: z.string(),
  sharedBy: z.string(),
  createdAtMs: z.number(),
  expiresAtMs: z.nullable(z.number()),
  state: z.enum(shareStates),
  isRedacted: z.boolean(),
  hasPassword: z.boolean(),
  /** How many times it was opened or downloaded, and may be. */
  views: z.int(),
  mostViews: z.nullable(z.int()),
  /** The last time, as far as it is remembered. */
  openedAtMs: z.nullable(z.number()),
})
export type ShareState = (typeof shareStates)[number]

/** Whether it has not ended yet. */
export function mayBeRevoked({ state }: { state: ShareState }): boolean {
  return state === 'open' || state === 'suspended'
}
