import * as z from 'zod/mini'
import { signedIn } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier, nothing } from '../../rules.ts'
import { shownPassword } from './mfa.ts'

/**
 * Deletes one of one's own second steps (404 when it is not one's own), or, for administrators, all of somebody who has lost theirs (7001
 * when they are not of the organization). With the last one sign-in asks for none, unless the organization requires it. Fails with 20010
 * and 20006 for the password.
 */
export const mfaDelete = defineCall({
  path: '/vms/user/mfa/delete',
  input: z.union([z.object({ mfaId: identifier, password: shownPassword }), z.object({ userId: identifier, password: shownPassword })]),
  output: nothing,
  access: signedIn,
  offline: 'none',
  changes: true,
})
