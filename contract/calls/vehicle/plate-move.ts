import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier, nothing } from '../../rules.ts'
import { MOST_PLATES_AT_ONCE } from './plate.ts'

/**
 * An addition to the catalogue: moves plates to another group, all or none. Fails with plate-missing when one of them does not exist,
 * plate-group-missing, plate-group-full.
 */
export const plateMove = defineCall({
  path: '/vms/vehicle-licence-plate/move',
  input: z.object({ plateIds: z.array(identifier).check(z.minLength(1), z.maxLength(MOST_PLATES_AT_ONCE)), groupId: identifier }),
  output: nothing,
  access: administrator,
  offline: 'none',
  changes: true,
  alters: 'plates',
})
