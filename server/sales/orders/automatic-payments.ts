import type { FastifyBaseLogger } from 'fastify'
import type { Now, Sweeper } from '../../runtime/clock.ts'
import { randomId, randomSecret } from '../../runtime/secrets.ts'
import type { Db } from '../../db/open.ts'
import { ProviderFault } from '../payment/provider.ts'
import { checkoutTitle } from './checkout-title.ts'
import type { OrderRow } from './order-product.ts'
import type { PaymentRow } from './payment-effects.ts'
import type { Payments } from './payments.ts'

/** So long after a provider did not hear of a charge, it is told again: it takes the money once all the same. */
const RETRY_MS = 5_000
const AT_ONCE = 100

/** Payments while nobody sits there, with what the provider keeps of a person who agreed to that. */
export class AutomaticPayments {
  readonly #db: Db
  readonly #now: Now
  readonly #log: FastifyBaseLogger
  readonly #payments: Payments

  constructor({ db, now, log, sweeper, payments }: { db: Db; now: Now; log: FastifyBaseLogger; sweeper: Sweeper; payments: Payments }) {
    this.#db = db
    this.#now = now
    this.#log = log
    this.#payments = payments
    sweeper.add(() => this.#goOn())
  }

  /** What this order was paid with, if its provider keeps it and is the one that takes payments now. */
  async keptBy(db: Db, { payment_id }: OrderRow): Promise<PaymentRow | undefined> {
    if (payment_id === null) return undefined
    const paid = await db.selectFrom('payment').where('id', '=', payment_id).selectAll().executeTakeFirst()
    return paid?.means != null && paid.provider === this.#payments.provider?.name ? paid : undefined
  }

  /**
   * Writes a payment of the order down, with what `kept` was paid with, inside the transaction `db` that takes the organization's account.
   * Nothing is charged yet: `charge` does that, and if this process dies before, another one.
   */
  async prepare(db: Db, order: OrderRow, kept: PaymentRow): Promise<PaymentRow> {
    const payment: PaymentRow = {
      ...kept,
      id: randomId(),
      order_id: order.id,
      provider_ref: null,
      checkout_url: null,
      amount_cents: order.amount_cents,
      state: 'open',
      fault_code: null,
      sign_key: randomSecret(),
      is_refund_due: 0,
      is_automatic: 1,
      check_at_ms: this.#now() + RETRY_MS,
      created_at_ms: this.#now(),
    }
    await db.insertInto('payment').values(payment).execute()
    return payment
  }

  /** Charges a payment that is written down. A provider that does not hear of it is told again later. */
  async charge(payment: PaymentRow): Promise<void> {
    const { provider } = this.#payments
    if (provider?.name !== payment.provider || payment.means === null) return
    const order = await this.#db.selectFrom('vas_order').where('id', '=', payment.order_id).selectAll().executeTakeFirstOrThrow()
    try {
      const { ref } = await provider.charge({
        payId: payment.id,
        payType: payment.pay_type,
        title: checkoutTitle(order),
        amountCents: payment.amount_cents,
        means: payment.means,
      })
      await this.#db.updateTable('payment').set({ provider_ref: ref, check_at_ms: this.#now() }).where('id', '=', payment.id).execute()
      await this.#payments.follow({ ...payment, provider_ref: ref })
    } catch (fault) {
      if (!(fault instanceof ProviderFault)) throw fault
      this.#log.warn({ payId: payment.id, fault: fault.message }, 'A charge waits for its provider')
    }
  }

  /** Charges that were written down, and of which nobody knows whether the provider has heard. */
  async #goOn(): Promise<void> {
    const left = this.#db.selectFrom('payment').where('state', '=', 'open').where('check_at_ms', '<=', this.#now())
    const unheard = left.where('is_automatic', '=', 1).where('provider_ref', 'is', null)
    for (const payment of await unheard.selectAll().limit(AT_ONCE).execute()) {
      const claimed = await this.#db
        .updateTable('payment')
        .set({ check_at_ms: this.#now() + RETRY_MS })
        .where('id', '=', payment.id)
        .where('check_at_ms', '=', payment.check_at_ms)
        .returning('id')
        .executeTakeFirst()
      if (claimed !== undefined) await this.charge(payment)
    }
  }
}
