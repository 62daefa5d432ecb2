import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier, nothing } from '../../rules.ts'

/**
 * Deletes a person of the organization, or takes back their invitation; sessions end with account-deleted. Fails with user-missing, and
 * wrong-state for oneself. `inviteId` instead takes back the invitation of a company or an installer, whose link is good for nothing from
 * then on. Fails with not-found, and wrong-state when it was used.
 */
export const userInviteDelete = defineCall({
  path: '/vms/user-invite/delete',
  input: z
    .object({ userId: z.optional(identifier), inviteId: z.optional(identifier) })
    .check(
      z.refine(({ userId, inviteId }) => (userId === undefined) !== (inviteId === undefined), { error: 'one-of-two', path: ['userId'] }),
    ),
  output: nothing,
  access: administrator,
  offline: 'none',
  changes: true,
  alters: 'people',
})
