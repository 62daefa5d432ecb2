import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier } from '../../rules.ts'
import { plateGroup, plateGroupName } from './plate.ts'

/** An addition to the catalogue: renames a plate group. Fails with plate-group-missing, plate-group-name-taken. */
export const plateGroupEdit = defineCall({
  path: '/vms/vehicle-licence-plate-group/edit',
  input: z.object({ groupId: identifier, groupName: plateGroupName }),
  output: plateGroup,
  access: administrator,
  offline: 'none',
  changes: true,
  alters: 'plates',
})
