import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier, nothing } from '../../rules.ts'

/**
 * Takes an order out of the list; the service keeps it in its books. An addition to the catalogue. Fails with order-missing, and with
 * wrong-state unless the order is cancelled or returned.
 */
export const licenseOrderDelete = defineCall({
  path: '/vms/license-vas-tob-oder/delete',
  input: z.object({ orderId: identifier }),
  output: nothing,
  access: administrator,
  offline: 'none',
  changes: true,
  alters: 'purchases',
})
