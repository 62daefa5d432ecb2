import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier, nothing } from '../../rules.ts'

/**
 * Sends an invitation again, with a new link in place of the old one. Fails with not-found, wrong-state (used already) and too-frequent
 * within 120 s of the last e-mail (`retryAfterMs`).
 */
export const userInviteRetry = defineCall({
  path: '/vms/user/invite/retry',
  input: z.object({ inviteId: identifier }),
  output: nothing,
  access: administrator,
  offline: 'none',
  changes: true,
  alters: 'people',
})
