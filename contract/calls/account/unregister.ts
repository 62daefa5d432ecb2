import * as z from 'zod/mini'
import { signedIn } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { nothing } from '../../rules.ts'

/**
 * Deletes one's own account for good, and the organization with its last administrator. Its sessions end with account-deleted. Fails with
 * old-password-wrong (password wrong, with attempts left), sign-in-locked (wrong too often), account-has-users and account-has-devices as
 * `/vms/user/unregister-check` does.
 */
export const unregister = defineCall({
  path: '/vms/user/unregister',
  input: z.object({ password: z.string().check(z.minLength(1), z.maxLength(256)) }),
  output: nothing,
  access: signedIn,
  offline: 'none',
  changes: true,
})
