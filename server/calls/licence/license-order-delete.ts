import { licenseOrderDelete as call } from '#contract/calls/licence/license-order-delete.ts'
import { handler } from '../handler.ts'

export const licenseOrderDelete = handler(call, async ({ orderId }, { orders }, { organizationId }) => {
  await orders.hide(organizationId, orderId)
  return null
})
