import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier, nothing } from '../../rules.ts'
import { MOST_PLATES_AT_ONCE } from './plate.ts'

/** An addition to the catalogue: deletes plates, all or none. Fails with plate-missing when one of them does not exist. */
export const plateDelete = defineCall({
  path: '/vms/vehicle-licence-plate/delete',
  input: z.object({ plateIds: z.array(identifier).check(z.minLength(1), z.maxLength(MOST_PLATES_AT_ONCE)) }),
  output: nothing,
  access: administrator,
  offline: 'none',
  changes: true,
  alters: 'plates',
})
