import type { Purchase } from '#contract/calls/licence/purchase.ts'
import { nameOfError } from '#contract/errors.ts'
import { orderTypes, paymentLimits, TERMS_VERSION, type OrderType } from '#contract/payment.ts'
import { deletableOrders, orderStatuses, orderTransitions, type OrderStatus } from '#contract/states/order.ts'
import { CallFault } from '../../calls/call-fault.ts'
import type { Principal } from '../../access/caller.ts'
import type { Now } from '../../runtime/clock.ts'
import type { Db } from '../../db/open.ts'
import { lockAccount } from '../licence/account.ts'
import type { Licences } from '../licence/licences.ts'
import { randomId } from '../../runtime/secrets.ts'
import { changeState } from '../../runtime/state-change.ts'
import type { OrderProduct, OrderRow } from './order-product.ts'

const { toBePaid, cancelled, onTrial } = orderStatuses

interface Placing {
  purchase: Purchase
  amountCents: number
  acceptedTerms: string
}

/** Orders of licences, up to their payment. */
export class Orders {
  readonly #db: Db
  readonly #now: Now
  readonly #licences: Licences
  readonly #product: OrderProduct

  constructor({ db, now, licences, product }: { db: Db; now: Now; licences: Licences; product: OrderProduct }) {
    this.#db = db
    this.#now = now
    this.#licences = licences
    this.#product = product
  }

  /** Places an order in place of one that still waits; a trial begins at once. Fails as its call says. */
  async place(who: Principal, { purchase, amountCents, acceptedTerms }: Placing): Promise<OrderRow> {
    if (acceptedTerms !== TERMS_VERSION) throw new CallFault('terms-not-accepted', { field: 'acceptedTerms' })
    return this.#db.transaction().execute(async (db) => {
      await lockAccount(db, who.organizationId)
      const { quote, licenceId, addedChlNum } = await this.#licences.quote(db, who.organizationId, purchase)
      if (quote.amountCents !== amountCents) throw new CallFault('price-changed', { field: 'amountCents' })
      const isTrial = purchase.kind === 'trial'
      if (!isTrial && quote.payFault !== null) throw new CallFault(nameOfError(quote.payFault))
      const nowMs = this.#now()
      const row: OrderRow = {
        id: randomId(),
        organization_id: who.organizationId,
        user_id: who.userId,
        order_type: orderTypes.license,
        kind: quote.kind,
        chl_num: quote.chlNum,
        duration_type: quote.durationType,
        licence_id: licenceId,
        added_chl_num: addedChlNum,
        lines_json: JSON.stringify(quote.lines),
        amount_cents: quote.amountCents,
        status: isTrial ? onTrial : toBePaid,
        terms_version: acceptedTerms,
        payment_id: null,
        created_at_ms: nowMs,
        pay_before_ms: nowMs + (isTrial ? 0 : paymentLimits.payWithinMs),
        paid_at_ms: null,
        is_hidden: 0,
        renews_order_id: null,
      }
      await this.put(db, row)
      if (purchase.kind !== 'trial') return row
      await db
        .insertInto('licence_trial')
        .values([...new Set(purchase.sns)].map((sn) => ({ sn, at_ms: nowMs })))
        .execute()
      await this.#product.fulfil(db, row)
      return row
    })
  }

  /** Puts an order into the list, one to be paid in place of one that somebody else placed and that still waits: inside the transaction `db`, with the organization's account taken. */
  async put(db: Db, row: OrderRow): Promise<void> {
    // A trial costs nothing, and takes no payment's place that may be under way.
    if (row.status === toBePaid && row.renews_order_id === null) await this.#cancelWaiting(db, row.organization_id)
    await db.insertInto('vas_order').values(row).execute()
  }

  /** The order, of this organization and not deleted. Fails with order-missing. */
  async find(organizationId: string, orderId: string, db: Db = this.#db): Promise<OrderRow> {
    const found = await visible(db, organizationId).where('id', '=', orderId).selectAll().executeTakeFirst()
    if (found === undefined) throw new CallFault('order-missing')
    return found
  }

  /** The order that somebody placed and that waits for its payment, if one does. */
  async waiting(organizationId: string): Promise<OrderRow | undefined> {
    const waiting = visible(this.#db, organizationId).where('status', '=', toBePaid).where('pay_before_ms', '>', this.#now())
    return waiting.where('renews_order_id', 'is', null).selectAll().executeTakeFirst()
  }

  /** One page, newest first, of all types and states or of those named. */
  async page(
    organizationId: string,
    only: { pageNum: number; pageSize: number; orderType?: OrderType | undefined; statuses?: readonly OrderStatus[] | undefined },
  ) {
    let query = visible(this.#db, organizationId)
    if (only.orderType !== undefined) query = query.where('order_type', '=', only.orderType)
    if (only.statuses !== undefined) query = query.where('status', 'in', [...only.statuses])
    const { total } = await query.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
    const page = query.selectAll().orderBy('created_at_ms', 'desc').orderBy('id').limit(only.pageSize)
    return { total: total, rows: await page.offset((only.pageNum - 1) * only.pageSize).execute() }
  }

  /** Fails with order-missing, and with wrong-state unless it is to be paid. */
  async cancel(organizationId: string, orderId: string): Promise<void> {
    await this.#db.transaction().execute(async (db) => {
      await lockAccount(db, organizationId)
      const { status } = await this.find(organizationId, orderId, db)
      const next = changeState(orderTransitions, status, cancelled)
      await db.updateTable('vas_order').set({ status: next }).where('id', '=', orderId).execute()
      await closeSoon(db, [orderId])
    })
  }

  /** Takes it out of the list. Fails with order-missing, and with wrong-state while money is kept or expected. */
  async hide(organizationId: string, orderId: string): Promise<void> {
    await this.#db.transaction().execute(async (db) => {
      await lockAccount(db, organizationId)
      const { status } = await this.find(organizationId, orderId, db)
      if (!deletableOrders.includes(status)) throw new CallFault('wrong-state')
      await db.updateTable('vas_order').set({ is_hidden: 1 }).where('id', '=', orderId).execute()
    })
  }

  /** Terms that somebody of the organization accepted last. */
  async lastTerms(organizationId: string): Promise<{ version: string; atMs: number } | null> {
    const last = await this.#db
      .selectFrom('vas_order')
      .where('organization_id', '=', organizationId)
      .orderBy('created_at_ms', 'desc')
      .select(['terms_version', 'created_at_ms'])
      .executeTakeFirst()
    return last === undefined ? null : { version: last.terms_version, atMs: last.created_at_ms }
  }

  async #cancelWaiting(db: Db, organizationId: string): Promise<void> {
    const waiting = db
      .updateTable('vas_order')
      .set({ status: changeState(orderTransitions, toBePaid, cancelled) })
      .where('organization_id', '=', organizationId)
      .where('renews_order_id', 'is', null)
    const left = await waiting.where('status', '=', toBePaid).returning('id').execute()
    await closeSoon(
      db,
      left.map(({ id }) => id),
    )
  }
}

/** Has the open check-outs of these orders closed at the next sweep: nobody shall pay them any more. */
export async function closeSoon(db: Db, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length === 0) return
  const open = db
    .updateTable('payment')
    .where('order_id', 'in', [...orderIds])
    .where('state', '=', 'open')
  await open.set({ check_at_ms: 0 }).execute()
}

function visible(db: Db, organizationId: string) {
  return db.selectFrom('vas_order').where('organization_id', '=', organizationId).where('is_hidden', '=', 0)
}
