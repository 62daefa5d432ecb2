import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier } from '../../rules.ts'
import { plate, plateFields } from './plate.ts'

/**
 * An addition to the catalogue: changes a plate, or moves it to another group. Fails with plate-missing, plate-group-missing, plate-exists,
 * plate-group-full.
 */
export const plateEdit = defineCall({
  path: '/vms/vehicle-licence-plate/edit',
  input: z.object({ plateId: identifier, ...plateFields }),
  output: plate,
  access: administrator,
  offline: 'none',
  changes: true,
  alters: 'plates',
})
