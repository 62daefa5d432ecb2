import * as z from 'zod/mini'
import { signedIn } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { nothing, passwordRule } from '../../rules.ts'

/**
 * Changes one's own password and ends one's other sessions. Fails with 20010 (old password wrong, with attempts left), 20006 (wrong too
 * often) and 20011 (new password is the old one).
 */
export const passwordUpdate = defineCall({
  path: '/vms/web/user/password/update',
  input: z.object({ oldPassword: z.string().check(z.minLength(1), z.maxLength(256)), newPassword: passwordRule }),
  output: nothing,
  access: signedIn,
  offline: 'none',
  changes: true,
})
