import type { Selectable } from 'kysely'
import { CURRENCY, type OrderType } from '#contract/payment.ts'
import { orderStatuses, orderTransitions, type OrderStatus } from '#contract/states/order.ts'
import { paymentTransitions, type PaymentState } from '#contract/states/payment.ts'
import { wayTo } from '#contract/states/state-machine.ts'
import type { Now } from '../../runtime/clock.ts'
import type { Db } from '../../db/open.ts'
import type { PaymentTable } from '../../db/schema/licence.ts'
import { lockAccount } from '../licence/account.ts'
import type { Standing } from '../payment/provider.ts'
import { changeState } from '../../runtime/state-change.ts'
import type { OrderProduct, OrderRow } from './order-product.ts'

export type PaymentRow = Selectable<PaymentTable>
const { toBePaid, paid, toBeUsed, exception, cancelled, chargeback, returned } = orderStatuses

/**
 * Gives orders the effect of their payments. A payment is led from the state that is known to the one in which it stands at its
 * provider, step by step, each step once: it does not matter how often, or in which sequence, messages come.
 */
export class PaymentEffects {
  readonly #db: Db
  readonly #now: Now
  readonly #products: ReadonlyMap<OrderType, OrderProduct>

  constructor({ db, now, products }: { db: Db; now: Now; products: ReadonlyMap<OrderType, OrderProduct> }) {
    this.#db = db
    this.#now = now
    this.#products = products
  }

  async apply(paymentId: string, standing: Standing): Promise<void> {
    await this.#db.transaction().execute(async (db) => {
      const { organization_id } = await orderOf(db, paymentId)
      await lockAccount(db, organization_id)
      const payment = await db.selectFrom('payment').where('id', '=', paymentId).selectAll().executeTakeFirstOrThrow()
      if (payment.fault_code !== standing.fault) {
        await db.updateTable('payment').set({ fault_code: standing.fault }).where('id', '=', paymentId).execute()
      }
      if (standing.means !== null && standing.means !== payment.means)
        await db.updateTable('payment').set({ means: standing.means }).where('id', '=', paymentId).execute()
      let from = payment.state
      for (const to of wayTo(paymentTransitions, payment.state, standing.state)) {
        await this.#step(db, payment, { from, to, standing })
        from = to
      }
    })
  }

  async #step(
    db: Db,
    payment: PaymentRow,
    { from, to, standing }: { from: PaymentState; to: PaymentState; standing: Standing },
  ): Promise<void> {
    await db
      .updateTable('payment')
      .set({ state: changeState(paymentTransitions, from, to) })
      .where('id', '=', payment.id)
      .execute()
    const order = await orderOf(db, payment.id)
    if (to === 'succeeded' && from !== 'disputed') return this.#arrived(db, payment, order, standing)
    if (to !== 'succeeded') await this.#setRefundDue(db, payment.id, false)
    if (to === 'closed' && payment.is_automatic === 1 && order.status === toBePaid)
      await this.#productOf(order).refused?.(db, order, standing.fault)
    // Money beside what the order kept concerns the order no more.
    if (order.payment_id !== payment.id) return
    const isGiven = order.paid_at_ms !== null
    if (to === 'disputed') {
      if (isGiven) await this.#productOf(order).suspend(db, order)
      await this.#setOrder(db, order, { status: chargeback })
    } else if (to === 'succeeded') {
      if (!isGiven) await this.#setRefundDue(db, payment.id, true)
      const status = isGiven ? statusOf(await this.#productOf(order).restore(db, order)) : exception
      await this.#setOrder(db, order, { status })
    } else if (to === 'lost') {
      if (isGiven) await this.#productOf(order).revoke(db, order)
    } else if (to === 'refunded') {
      if (isGiven) await this.#productOf(order).revoke(db, order)
      await this.#setOrder(db, order, { status: returned })
    }
  }

  /** Money is there. It pays the order if that still waits and the amount is right; all other money goes back. */
  async #arrived(db: Db, payment: PaymentRow, order: OrderRow, { amountCents, currency }: Standing): Promise<void> {
    const isRight = amountCents === payment.amount_cents && currency === CURRENCY
    const given = order.status === toBePaid && isRight ? await this.#productOf(order).fulfil(db, order) : 'impossible'
    if (given !== 'impossible') {
      await this.#setOrder(db, order, { status: statusOf(given), payment_id: payment.id, paid_at_ms: this.#now() })
      return
    }
    await this.#setRefundDue(db, payment.id, true)
    if (order.status === toBePaid || order.status === cancelled)
      await this.#setOrder(db, order, { status: exception, payment_id: payment.id })
  }

  #productOf({ order_type }: OrderRow): OrderProduct {
    const product = this.#products.get(order_type)
    if (product === undefined) throw new Error(`Nothing is sold by orders of type ${order_type}`)
    return product
  }

  async #setOrder(db: Db, order: OrderRow, changes: Partial<OrderRow> & { status: OrderStatus }): Promise<void> {
    const status = changeState(orderTransitions, order.status, changes.status)
    await db
      .updateTable('vas_order')
      .set({ ...changes, status })
      .where('id', '=', order.id)
      .execute()
  }

  async #setRefundDue(db: Db, paymentId: string, isDue: boolean): Promise<void> {
    await db
      .updateTable('payment')
      // Money that is due is not to wait for the next look.
      .set(isDue ? { is_refund_due: 1, check_at_ms: 0 } : { is_refund_due: 0 })
      .where('id', '=', paymentId)
      .execute()
  }
}

function statusOf(given: 'in-use' | 'waiting'): OrderStatus {
  return given === 'in-use' ? paid : toBeUsed
}

function orderOf(db: Db, paymentId: string): Promise<OrderRow> {
  const order = db.selectFrom('vas_order').innerJoin('payment', 'payment.order_id', 'vas_order.id').where('payment.id', '=', paymentId)
  return order.selectAll('vas_order').executeTakeFirstOrThrow()
}
