import * as z from 'zod/mini'
import { signedIn } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { nothing } from '../../rules.ts'

/** Things that a person does beside the service (rule 7.5). */
const operateEnum = z.enum(['download-task-create', 'download-task-clear'])

/** Writes something that was done on the person's own machine into the audit trail. */
export const opLogsPut = defineCall({
  path: '/vms/op-logs/put',
  input: z.object({ operateEnum, detail: z.string().check(z.trim(), z.maxLength(512)) }),
  output: nothing,
  access: signedIn,
  offline: 'queue',
  changes: true,
  rate: { calls: 120, perMs: 60_000 },
})
