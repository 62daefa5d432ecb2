import * as z from 'zod/mini'
import { open } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { timeMs } from '../../rules.ts'
import { person } from './person.ts'

/**
 * Signs in. Fails with 20005 (with attempts left), 20006 (locked, with the time left), 20009/20007/20008 (image code
 * needed, wrong, expired), 7010 and 7011. Known and unknown names are answered alike.
 */
export const login = defineCall({
  path: '/vms/user/login',
  input: z.object({
    loginName: z.string().check(z.trim(), z.minLength(1), z.maxLength(128)),
    password: z.string().check(z.minLength(1), z.maxLength(256)),
    idCode: z.optional(z.string().check(z.maxLength(64))),
    imgCode: z.optional(z.string().check(z.maxLength(4))),
  }),
  output: z.object({ token: z.string(), sessionId: z.string(), expiresAtMs: timeMs, nowMs: timeMs, user: person }),
  access: open,
  offline: 'none',
  changes: true,
  rate: { calls: 60, perMs: 60_000 },
})
