import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { nothing, serialNumber } from '../../rules.ts'

/** Takes a device away from the organization. Its streams stop at once; it can be bound again. */
export const deviceUnbind = defineCall({
  path: '/vms/device/unbind',
  input: z.object({ sn: serialNumber }),
  output: nothing,
  access: administrator,
  offline: 'none',
  changes: true,
})
