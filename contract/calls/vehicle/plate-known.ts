import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { plate } from './plate.ts'
import { plateNumber } from '../../plates.ts'

/** Numbers of one question. */
export const MOST_PLATES_ASKED = 1_000

/**
 * An addition to the catalogue: which of these plates are in the plate database, in whatever group, and what is known of them; for the report
 * before an import. In no order.
 */
export const plateKnown = defineCall({
  path: '/vms/vehicle-licence-plate/known',
  input: z.object({ plates: z.array(plateNumber).check(z.minLength(1), z.maxLength(MOST_PLATES_ASKED)) }),
  output: z.object({ plates: z.array(plate) }),
  access: administrator,
  offline: 'none',
})
