import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { plateGroup, plateGroupName } from './plate.ts'

/**
 * An addition to the catalogue: makes a plate group. Fails with plate-group-name-taken, too-many-plate-groups, and licence-needed or licence-ended
 * when no licence is in force and there are no free channels.
 */
export const plateGroupAdd = defineCall({
  path: '/vms/vehicle-licence-plate-group/add',
  input: z.object({ groupName: plateGroupName }),
  output: plateGroup,
  access: administrator,
  offline: 'none',
  changes: true,
  alters: 'plates',
})
