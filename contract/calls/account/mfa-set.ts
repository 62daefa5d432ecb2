import * as z from 'zod/mini'
import { signedIn } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { nothing } from '../../rules.ts'
import { shownPassword } from './mfa.ts'

/**
 * Turns the second step on or off: for oneself, or (administrators, else call-not-permitted) for everybody in the organization. Fails with
 * old-password-wrong and sign-in-locked for the password, and with wrong-state when there is no method to turn on, or the organization
 * requires it.
 */
export const mfaSet = defineCall({
  path: '/vms/user/mfa/set',
  input: z.object({ scope: z.enum(['self', 'organization']), mfaEnabled: z.boolean(), password: shownPassword }),
  output: nothing,
  access: signedIn,
  offline: 'none',
  changes: true,
})
