import * as z from 'zod/mini'
import { open } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { lengths } from '../../limits.ts'
import { says, timeMs } from '../../rules.ts'
import { loginCode, loginType, shownPassword } from '../account/mfa.ts'
import { person } from './person.ts'

/**
 * Signs in. Fails with wrong-user-or-password (with attempts left), sign-in-locked (with the time left), graphic-code-required,
 * graphic-code-wrong, graphic-code-expired, account-not-activated and account-frozen. Known and unknown names are answered alike. Where a
 * second step is needed: second-step-failed without one (`mfaTypes` tells which), authenticator-code-wrong or email-code-wrong (with
 * attempts left), code-expired, code-used.
 */
export const login = defineCall({
  path: '/vms/user/login',
  input: z.object({
    loginName: z.string().check(z.trim(), z.minLength(1, says('required')), z.maxLength(128, says('too-long'))),
    password: shownPassword,
    idCode: z.optional(z.string().check(z.maxLength(64))),
    imgCode: z.optional(z.string().check(z.maxLength(lengths.imageCode))),
    loginTypeEnum: z.optional(loginType),
    dynamicCode: z.optional(loginCode),
  }),
  output: z.object({ token: z.string(), sessionId: z.string(), expiresAtMs: timeMs, nowMs: timeMs, user: person }),
  access: open,
  offline: 'none',
  changes: true,
  rate: { calls: 60, perMs: 60_000 },
})
