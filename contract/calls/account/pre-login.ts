import * as z from 'zod/mini'
import { open } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { lengths } from '../../limits.ts'
import { loginName } from './dynamic-code.ts'
import { loginType, shownPassword } from './mfa.ts'

/**
 * The first step of a sign-in: looks at the password and tells which second step is needed, if any (`loginTypes` is empty when none is).
 * For ten minutes the address that asked may have a code sent by e-mail. Fails as `/vms/user/login` does. `maskedEmail`: where a code goes.
 */
export const preLogin = defineCall({
  path: '/vms/user/pre-login',
  input: z.object({
    loginName,
    password: shownPassword,
    idCode: z.optional(z.string().check(z.maxLength(64))),
    imgCode: z.optional(z.string().check(z.maxLength(lengths.imageCode))),
  }),
  output: z.object({ loginTypes: z.array(loginType), maskedEmail: z.string() }),
  access: open,
  offline: 'none',
  changes: true,
  rate: { calls: 60, perMs: 60_000 },
})
