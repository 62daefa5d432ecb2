import * as z from 'zod/mini'
import { open } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { emailCode, nothing, passwordRule } from '../../rules.ts'
import { loginName } from './dynamic-code.ts'

/**
 * Sets a new password with the code of an e-mail, ends every session of the person and lifts a lock. Fails with email-code-wrong,
 * code-expired (expired, or guessed at too often) and code-used.
 */
export const passwordReset = defineCall({
  path: '/vms/user/password/reset',
  input: z.object({ loginName, dynamicCode: emailCode, password: passwordRule }),
  output: nothing,
  access: open,
  offline: 'none',
  changes: true,
  rate: { calls: 30, perMs: 60_000 },
})
