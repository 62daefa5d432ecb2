import * as z from 'zod/mini'
import { signedIn } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { noInput } from '../../rules.ts'

/** Signs the person out everywhere but here: the other sessions end with ended-by-other-session. Not in the catalogue. */
export const sessionEndOthers = defineCall({
  path: '/vms/user/session/end-others',
  input: noInput,
  output: z.object({ ended: z.int() }),
  access: signedIn,
  offline: 'none',
  changes: true,
})
