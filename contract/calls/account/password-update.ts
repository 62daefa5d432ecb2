import * as z from 'zod/mini'
import { signedIn } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { nothing, passwordRule, says } from '../../rules.ts'
import { shownPassword } from './mfa.ts'

const input = z.object({ oldPassword: shownPassword, newPassword: passwordRule })

/** What the call takes, when the new password is another one than the old (rule 5.1). */
export const passwordChange = input.check(
  z.refine(({ oldPassword, newPassword }) => newPassword !== oldPassword, { ...says('password-unchanged'), path: ['newPassword'] }),
)

/**
 * Changes one's own password and ends one's other sessions. Fails with old-password-wrong (old password wrong, with attempts left),
 * sign-in-locked (wrong too often) and password-unchanged (new password is the old one).
 */
export const passwordUpdate = defineCall({
  path: '/vms/web/user/password/update',
  input,
  output: nothing,
  access: signedIn,
  offline: 'none',
  changes: true,
})
