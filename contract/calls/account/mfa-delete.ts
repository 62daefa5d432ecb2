import * as z from 'zod/mini'
import { signedIn } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier, nothing } from '../../rules.ts'
import { shownSelf } from './mfa.ts'

/**
 * Deletes one of one's own second steps (not-found when it is not one's own), or, for administrators, all of somebody who has lost theirs
 * (user-missing when they are not of the organization). With the last one sign-in asks for none, unless the organization requires it. The
 * person whose it was is told by mail. Fails as `shownSelf` says: old-password-wrong, sign-in-locked, second-step-failed, and what is wrong
 * with a code.
 */
export const mfaDelete = defineCall({
  path: '/vms/user/mfa/delete',
  input: z.union([z.object({ mfaId: identifier, ...shownSelf }), z.object({ userId: identifier, ...shownSelf })]),
  output: nothing,
  access: signedIn,
  offline: 'none',
  changes: true,
})
