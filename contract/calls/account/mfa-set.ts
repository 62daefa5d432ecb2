import * as z from 'zod/mini'
import { signedIn } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { nothing } from '../../rules.ts'
import { shownSelf } from './mfa.ts'

/**
 * Turns the second step on or off: for oneself, or (administrators, else call-not-permitted) for everybody in the organization. Off it goes
 * with one's own second step only, and one's own with a mail. Fails as `shownSelf` says (old-password-wrong, sign-in-locked,
 * second-step-failed, and what is wrong with a code), and with wrong-state when there is no method to turn on, or the organization requires it.
 */
export const mfaSet = defineCall({
  path: '/vms/user/mfa/set',
  input: z.object({ scope: z.enum(['self', 'organization']), mfaEnabled: z.boolean(), ...shownSelf }),
  output: nothing,
  access: signedIn,
  offline: 'none',
  changes: true,
})
