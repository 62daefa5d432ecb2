import { licenseOrderQuery as call } from '#contract/calls/licence/license-order-query.ts'
import { handler } from '../handler.ts'
import { toOrder } from '../../sales/orders/order-views.ts'

export const licenseOrderQuery = handler(call, async ({ orderId }, context, { organizationId }) => {
  await context.payments.timeOut(organizationId)
  await context.licences.upToDate(context.db, organizationId)
  return toOrder(await context.orders.find(organizationId, orderId), context)
})
