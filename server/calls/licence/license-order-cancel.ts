import { licenseOrderCancel as call } from '#contract/calls/licence/license-order-cancel.ts'
import { handler } from '../handler.ts'
import { toOrder } from '../../sales/orders/order-views.ts'

export const licenseOrderCancel = handler(call, async ({ orderId }, context, { organizationId }) => {
  await context.orders.cancel(organizationId, orderId)
  return toOrder(await context.orders.find(organizationId, orderId), context)
})
