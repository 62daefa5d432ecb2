import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { cloudCycle, cloudGoodsId } from '../../cloud-storage.ts'
import { defineCall } from '../../define-call.ts'
import { cents, CURRENCY } from '../../payment.ts'
import { noInput } from '../../rules.ts'

/** What is sold, with its price for one camera and each cycle. */
export const cloudStorageGoodsList = defineCall({
  path: '/vms/cloud-storage/goods/list',
  input: noInput,
  output: z.object({
    currency: z.literal(CURRENCY),
    goods: z.array(
      z.object({ goodsId: cloudGoodsId, retentionDays: z.int(), prices: z.array(z.object({ cycle: cloudCycle, amountCents: cents })) }),
    ),
  }),
  access: administrator,
  offline: 'cache',
})
