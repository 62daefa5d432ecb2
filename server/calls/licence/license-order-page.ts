import { licenseOrderPage as call } from '#contract/calls/licence/license-order-page.ts'
import { handler } from '../handler.ts'
import { toOrders } from '../../sales/orders/order-views.ts'

export const licenseOrderPage = handler(call, async (input, context, { organizationId }) => {
  await context.payments.timeOut(organizationId)
  await context.licences.upToDate(context.db, organizationId)
  const { total, rows } = await context.orders.page(organizationId, input)
  return { total, orders: await toOrders(rows, context), nowMs: context.now() }
})
