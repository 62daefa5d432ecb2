import { buyCheck as call } from '#contract/calls/licence/buy-check.ts'
import { orderTypes } from '#contract/payment.ts'
import { handler } from '../handler.ts'
import { toOrder } from '../../sales/orders/order-views.ts'

export const buyCheck = handler(call, async (wish, context, caller) => {
  const { organizationId } = caller
  if (wish.orderType === orderTypes.license) await context.licences.quote(context.db, organizationId, wish.purchase)
  else await context.cloudStorage.check(caller, wish.purchase)
  const waiting = await context.orders.waiting(organizationId)
  return { waiting: waiting === undefined ? null : (await toOrder(waiting, context)).order, nowMs: context.now() }
})
