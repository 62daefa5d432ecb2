import { cloudRenewal, priceOfCloud } from '#contract/cloud-storage.ts'
import { cloudStorageStatuses } from '#contract/states/cloud-storage.ts'
import { orderStatuses } from '#contract/states/order.ts'
import { channelKey } from '#shared/channel-key.ts'
import { CallFault } from '../../calls/call-fault.ts'
import type { Now, Sweeper } from '../../runtime/clock.ts'
import type { Db } from '../../db/open.ts'
import type { ResourceNews } from '../../push/resource-news.ts'
import { lockAccount } from '../licence/account.ts'
import { isInForce, isWaiting } from '../licence/time-line.ts'
import type { AutomaticPayments } from '../orders/automatic-payments.ts'
import type { OrderRow } from '../orders/order-product.ts'
import type { Orders } from '../orders/orders.ts'
import type { PaymentRow } from '../orders/payment-effects.ts'
import { camerasOf, cancelRenewals, cancelWaiting, putCloudOrder, waitingOrders, type WaitingOrder } from './cloud-order.ts'
import type { CloudProduct } from './cloud-product.ts'
import type { CloudStorage } from './cloud-storage.ts'
import { cameraOf, type CloudTerm } from './cloud-term.ts'
import type { CloudTerms } from './cloud-terms.ts'
import { lastTerm } from './cloud-views.ts'

interface Parts {
  db: Db
  now: Now
  sweeper: Sweeper
  news: ResourceNews
  orders: Orders
  automatic: AutomaticPayments
  product: CloudProduct
  terms: CloudTerms
  storage: CloudStorage
}

type Camera = { sn: string; chlIndex: number }
type Source = OrderRow & { triggers: string; try_at_ms: number }
const { toBePaid } = orderStatuses
const { toBeUsed, using, expiring, toBeUsedAgain } = cloudStorageStatuses
const AT_ONCE = 100

/**
 * Renews cloud storage that is to renew itself: some days before its end the same is ordered once more and charged to what it was paid with.
 * When that is refused it is tried again at each pause up to the end, by the same order, which a person can pay by hand meanwhile.
 */
export class CloudRenewals {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
    parts.sweeper.add(() => this.#renewDue())
  }

  /** Switches it on or off for cameras: of what is in use and of what follows. Fails as its call says. */
  async set(organizationId: string, cameras: readonly Camera[], isOn: boolean): Promise<void> {
    const { db, terms, storage } = this.#parts
    await db.transaction().execute(async (inside) => {
      await lockAccount(inside, organizationId)
      await storage.require(organizationId, cameras, { orFollows: true, db: inside })
      const there = (await terms.upToDate(organizationId, inside)).filter((term) => isInForce(term) || isWaiting(term))
      const renewable = await this.renewable(there, inside)
      for (const [index, { sn, chlIndex }] of cameras.entries()) {
        const last = lastTerm(there.filter((term) => cameraOf(term) === channelKey(sn, chlIndex)))
        if (isOn && !renewable.has(last?.order_id ?? '')) throw new CallFault('no-payment-kept', { field: `channels.${index}` })
        await inside
          .updateTable('cloud_term')
          .where('organization_id', '=', organizationId)
          .where('sn', '=', sn)
          .where('chl_index', '=', chlIndex)
          .where('status', 'in', [toBeUsed, using, expiring, toBeUsedAgain])
          .set({ auto_renew: isOn ? 1 : 0 })
          .execute()
      }
      if (!isOn) await cancelRenewals(inside, organizationId, cameras)
    })
  }

  /** Orders of these terms that can be charged again: their provider keeps what they were paid with. */
  async renewable(terms: readonly CloudTerm[], db: Db = this.#parts.db): Promise<Set<string>> {
    const ids = [...new Set(terms.map(({ order_id }) => order_id))]
    if (ids.length === 0) return new Set()
    const rows = await db.selectFrom('vas_order').where('id', 'in', ids).selectAll().execute()
    const kept = await Promise.all(rows.map((row) => this.#parts.automatic.keptBy(db, row)))
    return new Set(rows.filter((_, index) => kept[index] !== undefined).map(({ id }) => id))
  }

  /** Renewals of the organization that wait for their payment: those that banks refused. */
  async refused(organizationId: string) {
    const waiting = await waitingOrders(this.#parts.db, organizationId, 'automatic')
    if (waiting.length === 0) return []
    const sources = waiting.map(({ renews_order_id }) => renews_order_id ?? '')
    const tries = await this.#parts.db
      .selectFrom('cloud_order')
      .where('order_id', 'in', sources)
      .select(['order_id', 'try_at_ms'])
      .execute()
    return waiting.map((order) => {
      const tryAtMs = tries.find(({ order_id }) => order_id === order.renews_order_id)?.try_at_ms ?? 0
      return { order, nextTryMs: tryAtMs < order.pay_before_ms ? tryAtMs : null }
    })
  }

  async #renewDue(): Promise<void> {
    const { db, now } = this.#parts
    const due = await db
      .selectFrom('cloud_term')
      .innerJoin('cloud_order', 'cloud_order.order_id', 'cloud_term.order_id')
      .where('cloud_term.auto_renew', '=', 1)
      .where('cloud_term.ends_at_ms', '<=', now() + cloudRenewal.beforeEndMs)
      .where('cloud_term.ends_at_ms', '>', now())
      .where('cloud_term.status', 'in', [using, expiring])
      .where('cloud_order.try_at_ms', '<=', now())
      .select(['cloud_term.order_id', 'cloud_term.organization_id'])
      .distinct()
      .limit(AT_ONCE)
      .execute()
    for (const { order_id, organization_id } of due) {
      const payment = await db.transaction().execute((inside) => this.#prepare(inside, organization_id, order_id))
      if (payment !== undefined) await this.#parts.automatic.goOn(payment)
      await this.#parts.news.tell(organization_id, 'purchases')
    }
  }

  /** One try: the order that renews and a payment of it, written down and charged after. Undefined when there is nothing to charge. */
  async #prepare(db: Db, organizationId: string, sourceId: string): Promise<PaymentRow | undefined> {
    const { now, automatic, product } = this.#parts
    await lockAccount(db, organizationId)
    const source = await readSource(db, sourceId)
    // Another node was quicker.
    if (source === undefined || source.try_at_ms > now()) return undefined
    const tryAgain = (atMs: number) => db.updateTable('cloud_order').set({ try_at_ms: atMs }).where('order_id', '=', sourceId).execute()
    await tryAgain(now() + cloudRenewal.pauseMs)
    const terms = await this.#ending(db, source)
    const standing = (await waitingOrders(db, organizationId, 'automatic')).find(({ renews_order_id }) => renews_order_id === sourceId)
    if (terms.length === 0) {
      if (standing !== undefined) await cancelWaiting(db, standing.id)
      return undefined
    }
    const wanted = new Set(terms.map(cameraOf))
    const byHand = (await waitingOrders(db, organizationId, 'by hand')).find((order) =>
      camerasOf(order).some(({ sn, chlIndex }) => wanted.has(channelKey(sn, chlIndex))),
    )
    // Somebody renews it by hand at this moment: never both.
    if (byHand !== undefined) {
      await tryAgain(byHand.pay_before_ms)
      return undefined
    }
    const order = await this.#orderFor(db, source, terms, standing)
    const open = await db.selectFrom('payment').where('order_id', '=', order.id).where('state', '=', 'open').selectAll().executeTakeFirst()
    // Somebody is at its check-out, or its bank has not answered: one payment is open at most.
    if (open?.is_automatic === 0) await tryAgain(now() + cloudRenewal.pauseMs / 24)
    const kept = await automatic.keptBy(db, source)
    if (open === undefined && kept !== undefined) return automatic.prepare(db, order, kept)
    if (open?.is_automatic !== 0) await product.refused(db, order, null)
    return undefined
  }

  /**
   * Terms of the order that end in these days, renew themselves, were not renewed yet, and whose cameras are still there. One that was renewed is
   * not charged again, not even if that money went back or its bank questions it.
   */
  async #ending(db: Db, source: Source): Promise<CloudTerm[]> {
    const all = await this.#parts.terms.upToDate(source.organization_id, db)
    const untilMs = this.#parts.now() + cloudRenewal.beforeEndMs
    const ending = all.filter(
      (term) => term.order_id === source.id && isInForce(term) && term.auto_renew === 1 && (term.ends_at_ms ?? 0) <= untilMs,
    )
    const renewed = await renewedCameras(db, source.id)
    const open = ending.filter(
      (term) => !renewed.has(cameraOf(term)) && !all.some((other) => cameraOf(other) === cameraOf(term) && isWaiting(other)),
    )
    if (open.length === 0) return []
    const sns = open.map(({ sn }) => sn)
    const bound = db.selectFrom('device').where('organization_id', '=', source.organization_id).where('sn', 'in', sns)
    const there = new Set((await bound.select('sn').execute()).map(({ sn }) => sn))
    return open.filter(({ sn }) => there.has(sn))
  }

  /** The order that renews these terms: the one of the try before, if it is for the same cameras. */
  async #orderFor(db: Db, source: Source, terms: readonly CloudTerm[], standing: WaitingOrder | undefined): Promise<OrderRow> {
    const { orders, now } = this.#parts
    const cameras = terms.map(({ sn, chl_index }) => ({ sn, chlIndex: chl_index }))
    const [first] = terms
    if (first === undefined) throw new Error('Nothing is renewed')
    const amountCents = priceOfCloud(first.goods_id, first.duration_type) * terms.length
    if (standing !== undefined) {
      const isSame = namesOf(camerasOf(standing)) === namesOf(cameras) && standing.amount_cents === amountCents
      if (isSame) return orders.find(source.organization_id, standing.id, db)
      await cancelWaiting(db, standing.id)
    }
    return putCloudOrder(db, orders, {
      who: { organizationId: source.organization_id, userId: source.user_id },
      kind: 'renew',
      goodsId: first.goods_id,
      cycle: first.duration_type,
      cameras,
      amountCents,
      triggers: first.triggers,
      autoRenew: true,
      termsVersion: source.terms_version,
      status: toBePaid,
      nowMs: now(),
      payBeforeMs: Math.min(...terms.map(({ ends_at_ms }) => ends_at_ms ?? now())),
      renewsOrderId: source.id,
    })
  }
}

function namesOf(cameras: readonly Camera[]): string {
  return cameras
    .map(({ sn, chlIndex }) => channelKey(sn, chlIndex))
    .toSorted()
    .join(' ')
}

/** Cameras for which a renewal of this order was paid. */
async function renewedCameras(db: Db, sourceId: string): Promise<Set<string>> {
  const paid = db.selectFrom('vas_order').where('renews_order_id', '=', sourceId).where('paid_at_ms', 'is not', null)
  const rows = await paid.innerJoin('cloud_order', 'cloud_order.order_id', 'vas_order.id').select('cloud_order.channels_json').execute()
  return new Set(rows.flatMap(camerasOf).map(({ sn, chlIndex }) => channelKey(sn, chlIndex)))
}

async function readSource(db: Db, orderId: string): Promise<Source | undefined> {
  return db
    .selectFrom('vas_order')
    .innerJoin('cloud_order', 'cloud_order.order_id', 'vas_order.id')
    .where('vas_order.id', '=', orderId)
    .selectAll('vas_order')
    .select(['cloud_order.triggers', 'cloud_order.try_at_ms'])
    .executeTakeFirst()
}
