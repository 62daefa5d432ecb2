import { cloudStorageGoodsList as call } from '#contract/calls/cloud-storage/cloud-storage-goods-list.ts'
import { cloudCycles, cloudGoods } from '#contract/cloud-storage.ts'
import { CURRENCY } from '#contract/payment.ts'
import { handler } from '../handler.ts'

export const cloudStorageGoodsList = handler(call, async () => ({
  currency: CURRENCY,
  goods: cloudGoods.map(({ goodsId, retentionDays, cents }) => ({
    goodsId,
    retentionDays,
    prices: cloudCycles.map((cycle) => ({ cycle, amountCents: cents[cycle] })),
  })),
}))
