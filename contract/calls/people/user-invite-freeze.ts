import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier, nothing } from '../../rules.ts'

/**
 * An addition to the catalogue. Freezes a person, whose sessions end with account-frozen, or lets them in again. Fails with user-missing,
 * and wrong-state for oneself, whoever is not activated, or is so already.
 */
export const userInviteFreeze = defineCall({
  path: '/vms/user-invite/freeze',
  input: z.object({ userId: identifier, frozen: z.boolean() }),
  output: nothing,
  access: administrator,
  offline: 'none',
  changes: true,
  alters: 'people',
})
