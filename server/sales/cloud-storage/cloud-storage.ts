import { RECORDINGS_FUNCTION } from '#contract/archives.ts'
import type { CloudPurchase } from '#contract/calls/cloud-storage/cloud-purchase.ts'
import { cloudLimits, priceOfCloud, type CloudGoodsId, type CloudTrigger } from '#contract/cloud-storage.ts'
import type { DurationType, PurchaseKind } from '#contract/licence-terms.ts'
import { paymentLimits, TERMS_VERSION } from '#contract/payment.ts'
import { cloudStorageStatuses } from '#contract/states/cloud-storage.ts'
import { orderStatuses } from '#contract/states/order.ts'
import { channelKey } from '#shared/channel-key.ts'
import { CallFault } from '../../calls/call-fault.ts'
import type { Principal } from '../../access/caller.ts'
import type { Now } from '../../runtime/clock.ts'
import type { Db } from '../../db/open.ts'
import { lockAccount } from '../licence/account.ts'
import { isInForce, isWaiting } from '../licence/time-line.ts'
import type { OrderRow } from '../orders/order-product.ts'
import type { Orders } from '../orders/orders.ts'
import { cancelRenewals, putCloudOrder } from './cloud-order.ts'
import type { CloudProduct } from './cloud-product.ts'
import { triggersText } from './cloud-triggers.ts'
import { cameraOf } from './cloud-term.ts'
import type { CloudTerms } from './cloud-terms.ts'

type Camera = Extract<CloudPurchase, { kind: 'buy' }>['channels'][number]

/** What is ordered, in the words of an order. */
interface Draft {
  kind: PurchaseKind
  goodsId: CloudGoodsId
  cycle: DurationType
  cameras: Camera[]
  unitCents: number
}

interface Parts {
  db: Db
  now: Now
  orders: Orders
  product: CloudProduct
  terms: CloudTerms
}

/** Sells cloud storage: orders for cameras, and one free trial for each device and each organization. */
export class CloudStorage {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Places an order in place of one that still waits; a trial begins at once. Fails as its call says. */
  async order(who: Principal, wish: { purchase: CloudPurchase; amountCents: number; acceptedTerms: string }): Promise<OrderRow> {
    const { db, now, orders, product } = this.#parts
    const { purchase } = wish
    if (wish.acceptedTerms !== TERMS_VERSION) throw new CallFault('terms-not-accepted', { field: 'acceptedTerms' })
    return db.transaction().execute(async (inside) => {
      await lockAccount(inside, who.organizationId)
      const draft = await this.#draft(inside, who, purchase)
      if (purchase.kind === 'trial') {
        const tried = [...new Set(purchase.sns)].map((sn) => ({ sn, at_ms: now() }))
        await inside.insertInto('cloud_trial').values(tried).execute()
      }
      const amountCents = draft.unitCents * draft.cameras.length
      if (amountCents !== wish.amountCents) throw new CallFault('price-changed', { field: 'amountCents' })
      const isTrial = draft.kind === 'trial'
      if (!isTrial && amountCents < paymentLimits.leastCents) throw new CallFault('amount-too-low')
      if (amountCents > paymentLimits.mostCents) throw new CallFault('amount-too-high')
      // Whoever orders for a camera by hand, takes the place of a renewal that waits for it.
      if (!isTrial) await cancelRenewals(inside, who.organizationId, draft.cameras)
      const row = await putCloudOrder(inside, orders, {
        who,
        ...draft,
        amountCents,
        triggers: triggersText(purchase.triggers),
        autoRenew: purchase.kind === 'buy' && purchase.autoRenew === true,
        termsVersion: wish.acceptedTerms,
        status: isTrial ? orderStatuses.onTrial : orderStatuses.toBePaid,
        nowMs: now(),
        payBeforeMs: now() + (isTrial ? 0 : paymentLimits.payWithinMs),
        renewsOrderId: null,
      })
      if (isTrial) await product.fulfil(inside, row)
      return row
    })
  }

  /** Whether this could be ordered now, but for price and terms. Fails as ordering it would. */
  async check(who: Principal, purchase: CloudPurchase): Promise<void> {
    await this.#draft(this.#parts.db, who, purchase)
  }

  /**
   * Whether cloud storage is in use for all these cameras of the organization, or with `orFollows` will be. Fails with channel-missing and
   * cloud-storage-needed.
   */
  async require(organizationId: string, cameras: readonly Camera[], { orFollows = false, db = this.#parts.db } = {}): Promise<void> {
    const known = await recordable(db, organizationId, [...new Set(cameras.map(({ sn }) => sn))])
    const terms = await this.#parts.terms.upToDate(organizationId, db)
    for (const [index, { sn, chlIndex }] of cameras.entries()) {
      const field = `channels.${index}`
      if (!known.some((one) => one.sn === sn && one.chl_index === chlIndex)) throw new CallFault('channel-missing', { field })
      const ofCamera = terms.filter((term) => cameraOf(term) === channelKey(sn, chlIndex))
      if (!ofCamera.some((term) => isInForce(term) || (orFollows && isWaiting(term))))
        throw new CallFault('cloud-storage-needed', { field })
    }
  }

  /** What is kept of these cameras from now on. Fails with channel-missing and cloud-storage-needed. */
  async setTriggers(organizationId: string, cameras: readonly Camera[], triggers: readonly CloudTrigger[]): Promise<void> {
    await this.#parts.db.transaction().execute(async (inside) => {
      await lockAccount(inside, organizationId)
      await this.require(organizationId, cameras, { orFollows: true, db: inside })
      for (const { sn, chlIndex } of cameras) {
        const terms = inside.updateTable('cloud_term').where('organization_id', '=', organizationId)
        const { toBeUsed, using, expiring, toBeUsedAgain } = cloudStorageStatuses
        await terms
          .where('sn', '=', sn)
          .where('chl_index', '=', chlIndex)
          .where('status', 'in', [toBeUsed, using, expiring, toBeUsedAgain])
          .set({ triggers: triggersText(triggers) })
          .execute()
      }
    })
  }

  async #draft(db: Db, who: Principal, purchase: CloudPurchase): Promise<Draft> {
    return purchase.kind === 'buy' ? this.#buy(db, who.organizationId, purchase) : this.#trial(db, who, purchase.sns)
  }

  async #buy(db: Db, organizationId: string, { goodsId, cycle, channels }: Extract<CloudPurchase, { kind: 'buy' }>): Promise<Draft> {
    const cameras = [...new Map(channels.map((camera) => [channelKey(camera.sn, camera.chlIndex), camera])).values()]
    const known = await recordable(db, organizationId, [...new Set(cameras.map(({ sn }) => sn))])
    for (const [index, { sn, chlIndex }] of cameras.entries()) {
      const camera = known.find((one) => one.sn === sn && one.chl_index === chlIndex)
      if (camera === undefined) throw new CallFault('channel-missing', { field: `purchase.channels.${index}` })
      if (!camera.records) throw new CallFault('past-unavailable', { field: `purchase.channels.${index}` })
    }
    const terms = await this.#parts.terms.upToDate(organizationId, db)
    const wanted = new Set(cameras.map(({ sn, chlIndex }) => channelKey(sn, chlIndex)))
    const ofWanted = terms.filter((term) => wanted.has(cameraOf(term)))
    if (ofWanted.some(isWaiting)) throw new CallFault('licence-renewed-already')
    return { kind: ofWanted.some(isInForce) ? 'renew' : 'buy', goodsId, cycle, cameras, unitCents: priceOfCloud(goodsId, cycle) }
  }

  /** One for each device and for each organization, ever, and none for a device whose cameras have some: serial numbers are what their devices say. */
  async #trial(db: Db, { organizationId }: Principal, wanted: readonly string[]): Promise<Draft> {
    const sns = [...new Set(wanted)]
    const known = await recordable(db, organizationId, sns)
    const terms = await this.#parts.terms.upToDate(organizationId, db)
    const tried = await db.selectFrom('cloud_trial').where('sn', 'in', sns).select('sn').execute()
    const hasTried = terms.some(({ is_trial }) => is_trial === 1)
    for (const [index, sn] of sns.entries()) {
      const field = `purchase.sns.${index}`
      const cameras = known.filter((camera) => camera.sn === sn)
      if (cameras.length === 0) throw new CallFault('serial-number-unknown', { field })
      if (!cameras.some(({ records }) => records)) throw new CallFault('past-unavailable', { field })
      const isServed = terms.some((term) => term.sn === sn && (isInForce(term) || isWaiting(term)))
      if (isServed || tried.some((row) => row.sn === sn)) throw new CallFault('no-free-trial', { field })
    }
    if (hasTried) throw new CallFault('no-free-trial')
    const cameras = known.filter(({ records }) => records).map(({ sn, chl_index }) => ({ sn, chlIndex: chl_index }))
    return { kind: 'trial', goodsId: cloudLimits.trialGoods, cycle: cloudLimits.trialCycle, cameras, unitCents: 0 }
  }
}

/** Cameras of these devices of the organization, and whether their past can be had. */
async function recordable(db: Db, organizationId: string, sns: readonly string[]) {
  const rows = await db
    .selectFrom('channel')
    .innerJoin('device', 'device.sn', 'channel.sn')
    .where('device.organization_id', '=', organizationId)
    .where('device.sn', 'in', [...sns])
    .select(['channel.sn', 'channel.chl_index', 'channel.support_fun_json'])
    .orderBy('channel.sn')
    .orderBy('channel.chl_index')
    .execute()
  return rows.map(({ support_fun_json, ...camera }) => ({
    ...camera,
    records: (JSON.parse(support_fun_json) as string[]).includes(RECORDINGS_FUNCTION),
  }))
}
