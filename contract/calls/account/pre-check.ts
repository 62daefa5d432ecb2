import * as z from 'zod/mini'
import { open } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { loginName } from './dynamic-code.ts'

/** Where a name stands before it signs in, known or not. Fails with sign-in-locked while it is locked. */
export const preCheck = defineCall({
  path: '/vms/user/pre-check',
  input: z.object({ loginName }),
  output: z.object({ attemptsLeft: z.int(), imageCodeNeeded: z.boolean() }),
  access: open,
  offline: 'none',
  rate: { calls: 60, perMs: 60_000 },
})
