import { licenseOrderInsertPayOrder as call } from '#contract/calls/licence/license-order-insert-pay-order.ts'
import { handler } from '../handler.ts'
import { toOrder } from '../../sales/orders/order-views.ts'

export const licenseOrderInsertPayOrder = handler(call, async (input, context, caller) =>
  toOrder(await context.orders.place(caller, input), context),
)
