import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { pageNumber, searchText } from '../../rules.ts'
import { MOST_PLATE_GROUPS, plateGroup } from './plate.ts'

/** One page of the plate groups, by name; `search` matches part of the name. */
export const plateGroupList = defineCall({
  path: '/vms/vehicle-licence-plate-group/list',
  input: z.object({
    pageNum: pageNumber,
    pageSize: z.int().check(z.minimum(1), z.maximum(MOST_PLATE_GROUPS)),
    search: z.optional(searchText),
  }),
  output: z.object({ total: z.int(), groups: z.array(plateGroup) }),
  access: administrator,
  offline: 'cache',
})
