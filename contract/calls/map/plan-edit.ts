import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier, nothing } from '../../rules.ts'
import { planName } from './plan-add.ts'

/** An addition to the catalogue: gives a plan another name. Fails with plan-missing, plan-name-taken. */
export const planEdit = defineCall({
  path: '/vms/site/plan/edit',
  input: z.object({ planId: identifier, planName }),
  output: nothing,
  access: administrator,
  offline: 'none',
  changes: true,
  alters: 'maps',
})
