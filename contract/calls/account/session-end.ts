import * as z from 'zod/mini'
import { signedIn } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier, nothing } from '../../rules.ts'

/**
 * Signs oneself out in one other place: that session ends with ended-by-other-session. Fails with not-found for what is nobody's, somebody
 * else's or over already. Not in the catalogue.
 */
export const sessionEnd = defineCall({
  path: '/vms/user/session/end',
  input: z.object({ session: identifier }),
  output: nothing,
  access: signedIn,
  offline: 'none',
  changes: true,
})
