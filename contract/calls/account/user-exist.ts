import * as z from 'zod/mini'
import { open } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { email, emailCode } from '../../rules.ts'

/**
 * Whether an e-mail address has an account already. Tells only who holds the code that `/vms/code/dynamic/create` sent there, and leaves
 * that code good. Fails with email-code-wrong, code-expired or code-used.
 */
export const userExist = defineCall({
  path: '/vms/user/exist',
  input: z.object({ email, dynamicCode: emailCode }),
  output: z.object({ exists: z.boolean() }),
  access: open,
  offline: 'none',
  sentOnce: true,
  rate: { calls: 30, perMs: 60_000 },
})
