import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier, nothing } from '../../rules.ts'

/**
 * An addition to the catalogue: calls a change of many devices off. Devices whose turn has not come are left as they are; those under way are not stopped.
 * Fails with change-missing.
 */
export const manyChangeCallOff = defineCall({
  path: '/vms/config/device/many/call-off',
  input: z.object({ jobId: identifier }),
  output: nothing,
  access: holdersOf('configure'),
  offline: 'none',
  changes: true,
})
