import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier, nothing } from '../../rules.ts'

/** An addition to the catalogue: deletes plates, all or none. Fails with plate-missing when one of them does not exist. */
export const plateDelete = defineCall({
  path: '/vms/vehicle-licence-plate/delete',
  input: z.object({ plateIds: z.array(identifier).check(z.minLength(1), z.maxLength(100)) }),
  output: nothing,
  access: administrator,
  offline: 'none',
  changes: true,
  alters: 'plates',
})
