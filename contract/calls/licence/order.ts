import * as z from 'zod/mini'
import { durationType, purchaseKind } from '../../licence-terms.ts'
import { cloudGoodsId, cloudTrigger } from '../../cloud-storage.ts'
import { cents, CURRENCY, orderType, payType } from '../../payment.ts'
import { cloudStorageStatus } from '../../states/cloud-storage.ts'
import { orderStatus } from '../../states/order.ts'
import { quoteLine } from './quote.ts'

/**
 * What an order of cloud storage is for: goods ("combo", for the cycle that `durationType` of the order names), cameras, what is kept of them,
 * and how that stands ("service status"), null until it was paid. A camera that is gone has no name. `autoRenew`: whether it renews itself;
 * `isAutomatic`: whether the service placed the order by itself, as a renewal.
 */
const cloudDetail = z.object({
  goodsId: cloudGoodsId,
  channels: z.array(z.object({ sn: z.string(), chlIndex: z.int(), channelName: z.nullable(z.string()) })),
  triggers: z.array(cloudTrigger),
  serviceStatus: z.nullable(cloudStorageStatus),
  autoRenew: z.boolean(),
  isAutomatic: z.boolean(),
})

/** An order as its owner sees it. `cloud` is there with orders of cloud storage. `payFault`: why the last try to pay was refused, a code of the error table. */
export const order = z.object({
  orderId: z.string(),
  orderType,
  kind: purchaseKind,
  chlNum: z.int(),
  durationType,
  cloud: z.nullable(cloudDetail),
  lines: z.array(quoteLine),
  amountCents: cents,
  currency: z.literal(CURRENCY),
  status: orderStatus,
  createdAtMs: z.number(),
  /** End of the countdown; after it a new order is needed. */
  payBeforeMs: z.number(),
  paidAtMs: z.nullable(z.number()),
  payType: z.nullable(payType),
  payFault: z.nullable(z.int()),
})
export type Order = z.output<typeof order>
