import type { FastifyBaseLogger } from 'fastify'
import type { PayResult, PayType } from '#contract/payment.ts'
import { orderStatuses, orderTransitions } from '#contract/states/order.ts'
import { paymentTransitions } from '#contract/states/payment.ts'
import { CallFault } from '../../calls/call-fault.ts'
import type { Principal } from '../../access/caller.ts'
import type { Now, Sweeper } from '../../runtime/clock.ts'
import type { Db } from '../../db/open.ts'
import { lockAccount } from '../licence/account.ts'
import { ProviderFault, type PaymentProvider } from '../payment/provider.ts'
import { isReturnSign, returnLink } from '../payment/return-link.ts'
import { randomId, randomSecret } from '../../runtime/secrets.ts'
import { changeState } from '../../runtime/state-change.ts'
import { checkoutTitle } from './checkout-title.ts'
import type { ResourceNews } from '../../push/resource-news.ts'
import type { OrderRow } from './order-product.ts'
import { closeSoon, type Orders } from './orders.ts'
import type { PaymentEffects, PaymentRow } from './payment-effects.ts'

const { toBePaid, cancelled } = orderStatuses
/** So long after a provider failed, it is asked again. */
const RETRY_MS = 5_000
const AT_ONCE = 100
/** No check-out stays open for longer; providers take no more than a day. */
const LONGEST_CHECKOUT_MS = 22 * 3_600_000
/** A check-out that is open is asked about so often, should the provider's message never come. */
const ASK_MS = 60_000
/** Money that was taken is asked about so often, and for so long, for disputes that nobody tells of. */
const ASK_PAID_MS = 24 * 3_600_000
const PAID_ASKED_FOR_MS = 180 * ASK_PAID_MS
/** Two tabs that begin by two ways close each other's check-outs; one of them is told to try again. */
const MOST_TRIES = 3

interface Parts {
  db: Db
  now: Now
  log: FastifyBaseLogger
  sweeper: Sweeper
  orders: Orders
  effects: PaymentEffects
  news: ResourceNews
  /** Undefined: this service takes no payments. */
  provider: PaymentProvider | undefined
  /** Where the app is, for the way back from a check-out. */
  origin: () => string
}

/** Payments of orders: begun at the provider, followed until they are decided, and given back where they fit no order. */
export class Payments {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
    parts.sweeper.add(() => this.timeOut())
    parts.sweeper.add(() => this.#tidy())
  }

  get provider(): PaymentProvider | undefined {
    return this.#parts.provider
  }

  /**
   * Begins a payment, or goes on with the one begun. One begun by another way, or by a charge while nobody sat there, is closed first: an order has one open check-out at most.
   * Fails with order-missing, too-late-to-pay, wrong-state, payment-way-not-offered, payment-provider-silent.
   */
  async begin(who: Principal, orderId: string, payType: PayType): Promise<{ payment: PaymentRow; url: string; order: OrderRow }> {
    const { provider } = this.#parts
    if (provider === undefined || !provider.payTypes.includes(payType)) throw new CallFault('payment-way-not-offered', { field: 'payType' })
    await this.timeOut(who.organizationId)
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const { payment, order } = await this.#begun(who, orderId, { payType, provider })
      if (payment.is_automatic === 0 && payment.pay_type === payType) {
        const url = payment.checkout_url ?? (await this.#open(provider, payment, order)).url
        return { payment, order, url }
      }
      // It is told once more within seconds, and by then somebody knows.
      if (payment.is_automatic === 1 && payment.provider_ref === null) throw new CallFault('payment-provider-silent')
      // Nobody has heard of one that was never opened, but the provider may have: opening it again tells its name.
      const ref = payment.provider_ref ?? (await this.#open(provider, payment, order)).ref
      await asked(async () => {
        await provider.close(ref)
        // Paid meanwhile, it stands, and the order waits no more.
        await this.follow({ ...payment, provider_ref: ref })
      })
    }
    throw new CallFault('payment-provider-silent')
  }

  /** The open payment of the order, whatever its way; a new one when there is none. */
  async #begun(who: Principal, orderId: string, { payType, provider }: { payType: PayType; provider: PaymentProvider }) {
    const { db, orders, now } = this.#parts
    return db.transaction().execute(async (inside) => {
      await lockAccount(inside, who.organizationId)
      const order = await orders.find(who.organizationId, orderId, inside)
      const isLate = order.pay_before_ms <= now() && (order.status === toBePaid || order.status === cancelled)
      if (isLate) throw new CallFault('too-late-to-pay')
      if (order.status !== toBePaid) throw new CallFault('wrong-state')
      const begun = inside
        .selectFrom('payment')
        .where('order_id', '=', orderId)
        .where('provider', '=', provider.name)
        .where('state', '=', 'open')
      const known = await begun.selectAll().executeTakeFirst()
      return { order, payment: known ?? (await this.#insert(inside, order, payType, provider)) }
    })
  }

  /**
   * A browser comes back from a check-out. The provider says how it went. Fails with payment-signature-wrong and payment-provider-silent.
   */
  async comeBack(result: PayResult, { payId, sign }: { payId: string; sign: string }): Promise<{ payment: PaymentRow; order: OrderRow }> {
    const payment = await this.#find('id', payId)
    const isGood = payment !== undefined && isReturnSign(sign, { payId, result, key: payment.sign_key })
    if (!isGood) throw new CallFault('payment-signature-wrong')
    const { provider } = this.#parts
    if (payment.provider_ref === null || provider?.name !== payment.provider) throw new CallFault('payment-provider-silent')
    if (result === 'cancel') await asked(() => provider.close(payment.provider_ref ?? ''))
    await asked(() => this.follow(payment))
    return this.read(payId)
  }

  /**
   * A provider's message. The answer is false when it is not signed by the provider. Fails (and is to be sent again) when the provider
   * cannot be asked what it is about.
   */
  async receive(name: string, body: string, headers: Readonly<Record<string, string | string[] | undefined>>): Promise<boolean> {
    const { db, now, provider } = this.#parts
    const notice = provider?.name === name ? await provider.readNotice(body, headers) : undefined
    if (provider === undefined || notice === undefined) return false
    if (notice === 'ignored') return true
    const { eventId } = notice
    const obeyed = db.selectFrom('payment_event').where('provider', '=', name).where('event_id', '=', eventId)
    if ((await obeyed.select('event_id').executeTakeFirst()) !== undefined) return true
    const payment = await this.#find('provider_ref', notice.ref)
    if (payment !== undefined) await this.follow(payment)
    await db
      .insertInto('payment_event')
      .values({ provider: name, event_id: eventId, at_ms: now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return true
  }

  async read(payId: string): Promise<{ payment: PaymentRow; order: OrderRow }> {
    const { db } = this.#parts
    const payment = await db.selectFrom('payment').where('id', '=', payId).selectAll().executeTakeFirstOrThrow()
    return { payment, order: await db.selectFrom('vas_order').where('id', '=', payment.order_id).selectAll().executeTakeFirstOrThrow() }
  }

  /** Payments of these orders, newest first. */
  async ofOrders(orderIds: readonly string[]): Promise<PaymentRow[]> {
    if (orderIds.length === 0) return []
    const { db } = this.#parts
    return db
      .selectFrom('payment')
      .where('order_id', 'in', [...orderIds])
      .selectAll()
      .orderBy('created_at_ms', 'desc')
      .execute()
  }

  /** Cancels orders whose countdown is over, of one organization or of all, unless the provider says that they are paid. */
  async timeOut(organizationId?: string): Promise<void> {
    const { db, now } = this.#parts
    let late = db.selectFrom('vas_order').where('status', '=', toBePaid).where('pay_before_ms', '<=', now())
    if (organizationId !== undefined) late = late.where('organization_id', '=', organizationId)
    for (const { id, organization_id } of await late.select(['id', 'organization_id']).limit(AT_ONCE).execute()) {
      for (const payment of await this.ofOrders([id])) {
        // Whoever cancels has asked: an order must not go because somebody else waits just now for the answer that it is paid.
        if (payment.state === 'open') await this.#ask(payment, () => this.follow(payment))
      }
      await db.transaction().execute(async (inside) => {
        await lockAccount(inside, organization_id)
        const waiting = inside.updateTable('vas_order').where('id', '=', id).where('status', '=', toBePaid)
        await waiting.set({ status: changeState(orderTransitions, toBePaid, cancelled) }).execute()
        await closeSoon(inside, [id])
      })
      await this.#parts.news.tell(organization_id, 'purchases')
    }
  }

  /**
   * Closes check-outs whose order waits no more, gives back the money that fits no order, and asks how all others stand of which the
   * provider may have told without being heard.
   */
  async #tidy(): Promise<void> {
    const { db, now, provider } = this.#parts
    if (provider === undefined) return
    const due = await db
      .selectFrom('payment')
      .innerJoin('vas_order', 'vas_order.id', 'payment.order_id')
      .where('check_at_ms', '<=', now())
      .where('payment.provider', '=', provider.name)
      .where('provider_ref', 'is not', null)
      .where('payment.state', 'in', ['open', 'succeeded', 'disputed'])
      // Charges that are open have somebody else who goes on with them.
      .where((where) => where.or([where('payment.state', '!=', 'open'), where('is_automatic', '=', 0)]))
      .where((where) =>
        where.or([
          where('payment.state', '=', 'open'),
          where('is_refund_due', '=', 1),
          where('payment.created_at_ms', '>', now() - PAID_ASKED_FOR_MS),
        ]),
      )
      .selectAll('payment')
      .select('vas_order.status as order_status')
      .limit(AT_ONCE)
      .execute()
    for (const { order_status, ...payment } of due) {
      const isLeft = payment.state === 'open' && order_status !== toBePaid
      const isRefund = isDue(payment)
      const pauseMs = isLeft || isRefund ? RETRY_MS : payment.state === 'open' ? ASK_MS : ASK_PAID_MS
      const task = async (asked: PaymentProvider) => {
        const ref = payment.provider_ref ?? ''
        if (isLeft) await asked.close(ref)
        await this.follow(payment)
        // A bank that questions the payment may be quicker: what is disputed is not given back as well.
        if (!isRefund || !isDue((await this.read(payment.id)).payment)) return
        await asked.refund(ref)
        await this.follow(payment)
      }
      await this.#attempt(payment, task, pauseMs)
    }
  }

  /** Asks the provider, and not again before the pause is over, whoever asks. */
  async #attempt(payment: PaymentRow, task: (provider: PaymentProvider) => Promise<void>, pauseMs: number): Promise<void> {
    const { db, now } = this.#parts
    // Claimed, so that no two nodes give the same money back.
    const claimed = await db
      .updateTable('payment')
      .set({ check_at_ms: now() + pauseMs })
      .where('id', '=', payment.id)
      .where('check_at_ms', '=', payment.check_at_ms)
      .returning('id')
      .executeTakeFirst()
    if (claimed !== undefined) await this.#ask(payment, task)
  }

  /** Asks the provider; one that does not answer is written to the log, and asked at the next occasion. */
  async #ask(payment: PaymentRow, task: (provider: PaymentProvider) => Promise<void>): Promise<void> {
    const { log, provider } = this.#parts
    if (provider?.name !== payment.provider || payment.provider_ref === null) return
    try {
      await task(provider)
    } catch (fault) {
      if (!(fault instanceof ProviderFault)) throw fault
      log.warn({ payId: payment.id, fault: fault.message }, 'A payment waits for its provider')
    }
  }

  /** Asks how a payment stands, and gives its order the effect. Fails with `ProviderFault`. */
  async follow(payment: PaymentRow): Promise<void> {
    const { effects, news, provider } = this.#parts
    if (provider === undefined) return
    await effects.apply(payment.id, await provider.look(payment.provider_ref ?? ''))
    const now = await this.read(payment.id)
    if (now.payment.state !== payment.state) await news.tell(now.order.organization_id, 'purchases')
  }

  /** Closes a payment of which the provider has no name, so that nobody can pay it. */
  async drop(payment: PaymentRow): Promise<void> {
    const { db } = this.#parts
    const unheard = db.updateTable('payment').where('id', '=', payment.id).where('provider_ref', 'is', null).where('state', '=', 'open')
    await unheard.set({ state: changeState(paymentTransitions, 'open', 'closed') }).execute()
  }

  async #insert(db: Db, order: OrderRow, payType: PayType, provider: PaymentProvider): Promise<PaymentRow> {
    const row: PaymentRow = {
      id: randomId(),
      order_id: order.id,
      provider: provider.name,
      pay_type: payType,
      provider_ref: null,
      checkout_url: null,
      amount_cents: order.amount_cents,
      state: 'open',
      fault_code: null,
      sign_key: randomSecret(),
      is_refund_due: 0,
      check_at_ms: 0,
      created_at_ms: this.#parts.now(),
      means: null,
      is_automatic: 0,
    }
    await db.insertInto('payment').values(row).execute()
    return row
  }

  async #open(
    provider: PaymentProvider,
    { id: payId, pay_type: payType, sign_key: key, amount_cents, created_at_ms }: PaymentRow,
    order: OrderRow,
  ): Promise<{ ref: string; url: string }> {
    const { db, origin, now } = this.#parts
    const { email } = await db.selectFrom('user').where('id', '=', order.user_id).select('email').executeTakeFirstOrThrow()
    const keepsMeans = await isRenewed(db, order.id)
    const { ref, url } = await asked(() =>
      provider.open({
        payId,
        payType,
        title: checkoutTitle(order),
        email,
        amountCents: amount_cents,
        // Counted from the payment's beginning, so that opening it again is the same to the letter.
        payBeforeMs: Math.min(order.pay_before_ms, created_at_ms + LONGEST_CHECKOUT_MS),
        successUrl: returnLink(origin(), { payId, result: 'success', key }),
        cancelUrl: returnLink(origin(), { payId, result: 'cancel', key }),
        keepsMeans,
      }),
    )
    await db
      .updateTable('payment')
      .set({ provider_ref: ref, checkout_url: url, check_at_ms: now() + ASK_MS })
      .where('id', '=', payId)
      .execute()
    return { ref, url }
  }

  async #find(column: 'id' | 'provider_ref', value: string): Promise<PaymentRow | undefined> {
    let query = this.#parts.db.selectFrom('payment').where(column, '=', value)
    if (column === 'provider_ref') query = query.where('provider', '=', this.#parts.provider?.name ?? '')
    return query.selectAll().executeTakeFirst()
  }
}

/** Whether what the order gives renews itself, so that what it is paid with is kept. */
async function isRenewed(db: Db, orderId: string): Promise<boolean> {
  const cloud = await db.selectFrom('cloud_order').where('order_id', '=', orderId).select('auto_renew').executeTakeFirst()
  return cloud?.auto_renew === 1
}

/** Whether its money waits to go back. */
function isDue({ state, is_refund_due }: PaymentRow): boolean {
  return state === 'succeeded' && is_refund_due === 1
}

/** Fails with payment-provider-silent when the provider does. */
async function asked<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask()
  } catch (fault) {
    if (fault instanceof ProviderFault) throw new CallFault('payment-provider-silent')
    throw fault
  }
}
