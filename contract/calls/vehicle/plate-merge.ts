import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier } from '../../rules.ts'
import { MOST_PLATES_AT_ONCE, plateRow } from './plate.ts'

/**
 * An addition to the catalogue: a piece of an import. Adds plates to a group, and changes those that are in it already. What cannot be written is
 * passed over and told: `index` in the question, `code` plate-exists (in another group, or twice in the question) or plate-group-full. Fails with
 * plate-group-missing, licence-needed, licence-ended.
 */
export const plateMerge = defineCall({
  path: '/vms/vehicle-licence-plate/merge',
  input: z.object({ groupId: identifier, plates: z.array(z.object(plateRow)).check(z.minLength(1), z.maxLength(MOST_PLATES_AT_ONCE)) }),
  output: z.object({ added: z.int(), changed: z.int(), refused: z.array(z.object({ index: z.int(), code: z.int() })) }),
  access: administrator,
  offline: 'none',
  changes: true,
  alters: 'plates',
})
