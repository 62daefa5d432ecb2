import type { Order } from '#contract/calls/licence/order.ts'
import { cloudCycles, cloudGoods, cloudLimits, type CloudGoodsId } from '#contract/cloud-storage.ts'
import type { DurationType } from '#contract/licence-terms.ts'
import { cameraInAddress, cameraOf } from '../../../lib/playback-address.ts'

type CloudCycle = (typeof cloudCycles)[number]

/** What the address says of a purchase of cloud storage. `cameras`: as in the address of the playback. */
export interface CloudSearch {
  cameras?: string | undefined
  goods?: CloudGoodsId | undefined
  cycle?: CloudCycle | undefined
}

/** Reads the address; whatever in it makes no sense is passed over. */
export function readCloud({ cameras, goods, cycle }: Record<string, unknown>): CloudSearch {
  return {
    cameras: typeof cameras === 'string' && camerasNamed(cameras).length > 0 ? cameras : undefined,
    goods: cloudGoods.find(({ goodsId }) => goodsId === goods)?.goodsId,
    cycle: cloudCycles.find((known) => known === cycle),
  }
}

/** The cameras of such an address, each once, as many as one order may have. */
export function camerasNamed(text = ''): { sn: string; chlIndex: number }[] {
  const names = [...new Set(text.split(','))].flatMap((name) => cameraOf(name) ?? [])
  return names.slice(0, cloudLimits.channels)
}

/** The address of a purchase of the same. */
export function buyAgain({ goodsId, channels }: NonNullable<Order['cloud']>, cycle: DurationType): CloudSearch {
  return readCloud({ cameras: channels.map(cameraInAddress).join(','), goods: goodsId, cycle })
}
