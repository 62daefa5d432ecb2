import * as z from 'zod/mini'
import { signedIn } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier, pageNumber, searchText } from '../../rules.ts'
import { device } from './device.ts'

/** One page of the devices that the signed-in person may see, by name; `search` matches name, model and serial number. */
export const devicePage = defineCall({
  path: '/vms/device/page',
  input: z.object({
    pageNum: pageNumber,
    pageSize: z.int().check(z.minimum(1), z.maximum(100)),
    search: z.optional(searchText),
    siteId: z.optional(identifier),
  }),
  output: z.object({ total: z.int(), devices: z.array(device) }),
  access: signedIn,
  offline: 'cache',
})
