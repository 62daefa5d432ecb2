import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier } from '../../rules.ts'
import { order } from './order.ts'

/** Cancels an order that is to be paid. An addition to the catalogue. Fails with order-missing and wrong-state. */
export const licenseOrderCancel = defineCall({
  path: '/vms/license-vas-tob-oder/cancel',
  input: z.object({ orderId: identifier }),
  output: z.object({ order, nowMs: z.number() }),
  access: administrator,
  offline: 'none',
  changes: true,
  alters: 'purchases',
})
