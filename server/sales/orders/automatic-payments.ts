import type { FastifyBaseLogger } from 'fastify'
import { orderStatuses } from '#contract/states/order.ts'
import type { Now, Sweeper } from '../../runtime/clock.ts'
import { randomId, randomSecret } from '../../runtime/secrets.ts'
import type { Db } from '../../db/open.ts'
import { ProviderFault, type PaymentProvider } from '../payment/provider.ts'
import { checkoutTitle } from './checkout-title.ts'
import type { OrderRow } from './order-product.ts'
import type { PaymentRow } from './payment-effects.ts'
import type { Payments } from './payments.ts'

/** So long after a provider did not answer, it is asked again: it takes the money once all the same. */
const RETRY_MS = 5_000
/** A charge that a bank has not decided is looked at so often. */
const ASK_MS = 60_000
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
    sweeper.add(() => this.#goOnWithOpen())
  }

  /** What this order was paid with, if its provider keeps it and is the one that takes payments now. */
  async keptBy(db: Db, { payment_id }: OrderRow): Promise<PaymentRow | undefined> {
    if (payment_id === null) return undefined
    const paid = await db.selectFrom('payment').where('id', '=', payment_id).selectAll().executeTakeFirst()
    return paid?.means != null && paid.provider === this.#payments.provider?.name ? paid : undefined
  }

  /**
   * Writes a payment of the order down, with what `kept` was paid with, inside the transaction `db` that takes the organization's account.
   * Nothing is charged yet: `goOn` does that, and if this process dies before, another one.
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

  /**
   * Goes on with a payment that is written down: charges it while its order waits, else has it closed. A provider that does not answer is
   * asked again later.
   */
  async goOn(payment: PaymentRow): Promise<void> {
    const { provider } = this.#payments
    if (provider?.name !== payment.provider) return
    try {
      const order = await this.#order(payment)
      const isWaiting = order.status === orderStatuses.toBePaid
      // Nobody has its name, so that nobody can have it charged.
      if (!isWaiting && payment.provider_ref === null) return await this.#payments.drop(payment)
      const ref = payment.provider_ref ?? (await this.#prepared(provider, payment, order))
      if (ref === null) return
      // Switched off between the two, it is not charged either.
      const isWanted = isWaiting && (await this.#order(payment)).status === orderStatuses.toBePaid
      await (isWanted ? provider.charge(ref) : provider.close(ref))
      await this.#payments.follow({ ...payment, provider_ref: ref })
    } catch (fault) {
      if (!(fault instanceof ProviderFault)) throw fault
      await this.#checkAt(payment, this.#now() + RETRY_MS)
      this.#log.warn({ payId: payment.id, fault: fault.message }, 'A charge waits for its provider')
    }
  }

  /**
   * The name that is kept before any money is taken: whoever goes on after a crash goes on with this charge, and makes no second one.
   * Null when the payment was dropped meanwhile.
   */
  async #prepared(provider: PaymentProvider, payment: PaymentRow, order: OrderRow): Promise<string | null> {
    const { ref } = await provider.prepareCharge({
      payId: payment.id,
      payType: payment.pay_type,
      title: checkoutTitle(order),
      amountCents: payment.amount_cents,
      means: payment.means ?? '',
    })
    const unnamed = this.#db.updateTable('payment').where('id', '=', payment.id).where('provider_ref', 'is', null)
    await unnamed.where('state', '=', 'open').set({ provider_ref: ref }).execute()
    // Another node may have been quicker.
    return (await this.#db.selectFrom('payment').where('id', '=', payment.id).select('provider_ref').executeTakeFirstOrThrow()).provider_ref
  }

  #order({ order_id }: PaymentRow): Promise<OrderRow> {
    return this.#db.selectFrom('vas_order').where('id', '=', order_id).selectAll().executeTakeFirstOrThrow()
  }

  async #checkAt({ id }: PaymentRow, atMs: number): Promise<void> {
    await this.#db.updateTable('payment').set({ check_at_ms: atMs }).where('id', '=', id).where('check_at_ms', '>', atMs).execute()
  }

  /** Charges that are open still: not heard of by the provider, not decided by a bank, or of orders that wait no more. */
  async #goOnWithOpen(): Promise<void> {
    const open = this.#db.selectFrom('payment').where('state', '=', 'open').where('check_at_ms', '<=', this.#now())
    for (const payment of await open.where('is_automatic', '=', 1).selectAll().limit(AT_ONCE).execute()) {
      const claimed = await this.#db
        .updateTable('payment')
        .set({ check_at_ms: this.#now() + ASK_MS })
        .where('id', '=', payment.id)
        .where('check_at_ms', '=', payment.check_at_ms)
        .returning('id')
        .executeTakeFirst()
      if (claimed !== undefined) await this.goOn(payment)
    }
  }
}
