import type { Order } from '#contract/calls/licence/order.ts'
import { orderTypes } from '#contract/payment.ts'
import { channelKey } from '#shared/channel-key.ts'
import type { Db } from '../../db/open.ts'
import type { OrderRow } from '../orders/order-product.ts'
import { triggersOf } from './cloud-triggers.ts'
import { tellingTerm } from './cloud-views.ts'

/** What the orders of cloud storage among these are for, by their ids. Their terms are as they were written last. */
export async function cloudDetails(db: Db, rows: readonly OrderRow[]): Promise<Map<string, NonNullable<Order['cloud']>>> {
  const ids = rows.filter((row) => row.order_type === orderTypes.cloudStorage).map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const details = await db.selectFrom('cloud_order').where('order_id', 'in', ids).selectAll().execute()
  const terms = await db.selectFrom('cloud_term').where('order_id', 'in', ids).selectAll().execute()
  const cameras = new Map(details.map((row) => [row.order_id, JSON.parse(row.channels_json) as { sn: string; chlIndex: number }[]]))
  const sns = [...new Set([...cameras.values()].flat().map(({ sn }) => sn))]
  const organizationId = rows[0]?.organization_id ?? ''
  const known = await db
    .selectFrom('channel')
    .innerJoin('device', 'device.sn', 'channel.sn')
    .where('device.organization_id', '=', organizationId)
    .where('device.sn', 'in', sns)
    .select(['channel.sn', 'channel.chl_index', 'channel.name'])
    .execute()
  const names = new Map(known.map(({ sn, chl_index, name }) => [channelKey(sn, chl_index), name]))
  return new Map(
    details.map(({ order_id, goods_id, triggers, auto_renew }) => [
      order_id,
      {
        goodsId: goods_id,
        channels: (cameras.get(order_id) ?? []).map((one) => ({
          ...one,
          channelName: names.get(channelKey(one.sn, one.chlIndex)) ?? null,
        })),
        triggers: triggersOf(triggers),
        serviceStatus: tellingTerm(terms.filter((term) => term.order_id === order_id))?.status ?? null,
        // As it was ordered, until there is something that can be switched.
        autoRenew: isRenewed(
          terms.filter((term) => term.order_id === order_id),
          auto_renew === 1,
        ),
        isAutomatic: rows.some(({ id, renews_order_id }) => id === order_id && renews_order_id !== null),
      },
    ]),
  )
}

function isRenewed(terms: readonly { auto_renew: number }[], asOrdered: boolean): boolean {
  return terms.length === 0 ? asOrdered : terms.some(({ auto_renew }) => auto_renew === 1)
}
