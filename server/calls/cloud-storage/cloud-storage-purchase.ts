import { cloudStoragePurchase as call } from '#contract/calls/cloud-storage/cloud-storage-purchase.ts'
import { toOrder } from '../../sales/orders/order-views.ts'
import { handler } from '../handler.ts'

export const cloudStoragePurchase = handler(call, async (input, context, caller) =>
  toOrder(await context.cloudStorage.order(caller, input), context),
)
