import { buyCheck as call } from '#contract/calls/licence/buy-check.ts'
import { handler } from '../handler.ts'
import { toOrder } from '../../sales/orders/order-views.ts'

export const buyCheck = handler(call, async ({ purchase }, context, { organizationId }) => {
  await context.licences.quote(context.db, organizationId, purchase)
  const waiting = await context.orders.waiting(organizationId)
  return { waiting: waiting === undefined ? null : (await toOrder(waiting, context)).order, nowMs: context.now() }
})
