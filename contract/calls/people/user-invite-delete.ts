import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier, nothing } from '../../rules.ts'

/**
 * Deletes a person of the organization, or takes back their invitation; sessions end with 9103. Fails with 7001, and 6000 for oneself.
 */
export const userInviteDelete = defineCall({
  path: '/vms/user-invite/delete',
  input: z.object({ userId: identifier }),
  output: nothing,
  access: administrator,
  offline: 'none',
  changes: true,
  alters: 'people',
})
