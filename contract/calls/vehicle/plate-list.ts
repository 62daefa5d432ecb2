import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier, pageNumber, searchText } from '../../rules.ts'
import { plate } from './plate.ts'

/** A group of 10,000 comes in ten answers. */
export const PLATES_A_PAGE = 1_000

/**
 * An addition to the catalogue: one page of the plates, by number. `search` matches part of the number or of the owner's name; with `*` (any
 * characters) or `?` (one) in it, the whole number.
 */
export const plateList = defineCall({
  path: '/vms/vehicle-licence-plate/list',
  input: z.object({
    pageNum: pageNumber,
    pageSize: z.int().check(z.minimum(1), z.maximum(PLATES_A_PAGE)),
    groupId: z.optional(identifier),
    search: z.optional(searchText),
  }),
  output: z.object({ total: z.int(), plates: z.array(plate) }),
  access: administrator,
  offline: 'cache',
})
