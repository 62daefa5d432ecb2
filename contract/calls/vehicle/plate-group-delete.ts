import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier, nothing } from '../../rules.ts'

/**
 * An addition to the catalogue: deletes a plate group with its plates. Fails with plate-group-missing, plate-group-in-use (an alarm rule
 * uses it).
 */
export const plateGroupDelete = defineCall({
  path: '/vms/vehicle-licence-plate-group/delete',
  input: z.object({ groupId: identifier }),
  output: nothing,
  access: administrator,
  offline: 'none',
  changes: true,
  alters: 'plates',
})
