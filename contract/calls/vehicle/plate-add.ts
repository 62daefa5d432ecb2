import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { plate, plateFields } from './plate.ts'

/** An addition to the catalogue: adds a plate. Fails with plate-group-missing, plate-exists, plate-group-full, licence-needed, licence-ended. */
export const plateAdd = defineCall({
  path: '/vms/vehicle-licence-plate/add',
  input: z.object(plateFields),
  output: plate,
  access: administrator,
  offline: 'none',
  changes: true,
  alters: 'plates',
})
