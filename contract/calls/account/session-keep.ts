import * as z from 'zod/mini'
import { signedIn } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { nothing } from '../../rules.ts'
import { shownSelf } from './mfa.ts'

/**
 * Says that the session from which it is asked is a viewing screen, which stays signed in for longer than a week and with nobody doing
 * anything. Whoever has only a token cannot say so: fails as `shownSelf` says. Not in the catalogue.
 */
export const sessionKeep = defineCall({
  path: '/vms/user/session/keep',
  input: z.object(shownSelf),
  output: nothing,
  access: signedIn,
  offline: 'none',
  changes: true,
})
