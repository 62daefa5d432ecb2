import * as z from 'zod/mini'
import { open } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { lengths } from '../../limits.ts'
import { says, timeMs } from '../../rules.ts'
import { loginType, shownPassword } from '../account/mfa.ts'
import { person } from './person.ts'

/**
 * Signs in. Fails with 20005 (with attempts left), 20006 (locked, with the time left), 20009/20007/20008 (image code
 * needed, wrong, expired), 7010 and 20004. Known and unknown names are answered alike. Where a second step is needed: 33672 without one
 * (`mfaTypes` tells which), 20032 or 1009 (code wrong, with attempts left), 1008 (expired), 33811 (used already).
 */
export const login = defineCall({
  path: '/vms/user/login',
  input: z.object({
    loginName: z.string().check(z.trim(), z.minLength(1, says('required')), z.maxLength(128, says('too-long'))),
    password: shownPassword,
    idCode: z.optional(z.string().check(z.maxLength(64))),
    imgCode: z.optional(z.string().check(z.maxLength(lengths.imageCode))),
    /** The second step, and its code: of an e-mail, of an app, or a recovery code (as OTP). */
    loginTypeEnum: z.optional(loginType),
    dynamicCode: z.optional(z.string().check(z.trim(), z.toUpperCase(), z.regex(/^[0-9A-Z-]{6,16}$/))),
  }),
  output: z.object({ token: z.string(), sessionId: z.string(), expiresAtMs: timeMs, nowMs: timeMs, user: person }),
  access: open,
  offline: 'none',
  changes: true,
  rate: { calls: 60, perMs: 60_000 },
})
