import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier, nothing } from '../../rules.ts'

/** An addition to the catalogue: deletes a plan, and where cameras stand on it. Fails with plan-missing. */
export const planDelete = defineCall({
  path: '/vms/site/plan/delete',
  input: z.object({ planId: identifier }),
  output: nothing,
  access: administrator,
  offline: 'none',
  changes: true,
  alters: 'maps',
})
