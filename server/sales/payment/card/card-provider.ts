import { payTypes } from '#contract/payment.ts'
import type { PaymentState } from '#contract/states/payment.ts'
import type { Now } from '../../../runtime/clock.ts'
import { isSignedNotice } from '../notice-signature.ts'
import { ProviderFault, type ChargeRequest, type CheckoutRequest, type Notice, type PaymentProvider, type Standing } from '../provider.ts'
import { CardApi } from './card-api.ts'
import { charged, disputeList, event, faultOf, identified, openedSession, session, sessionList, type Session } from './card-shapes.ts'

const SESSIONS = '/v1/checkout/sessions'
const INTENTS = '/v1/payment_intents'
/**
 * The API takes no shorter life of a check-out than 30 minutes. The service closes it when the order's time is over. Counted from that
 * time and not from now, so that a repeated request is the same to the letter.
 */
const LIFE_AFTER_MS = 31 * 60_000
/** States of a payment intent that only the person could lead further. */
const wantsPerson: readonly string[] = ['requires_payment_method', 'requires_action']
const decided: readonly string[] = ['succeeded', 'canceled']
/** The state of one that was prepared and takes no money yet. */
const UNCONFIRMED = 'requires_confirmation'

/** A card provider with Stripe's API: hosted check-out sessions, payment intents behind them, signed webhooks. */
export class CardProvider implements PaymentProvider {
  readonly name = 'card'
  readonly isSandbox = false
  readonly payTypes = [payTypes.card]
  readonly #api: CardApi
  readonly #now: Now
  readonly #webhookSecret: string

  constructor({ url, key, webhookSecret, now }: { url: string; key: string; webhookSecret: string; now: Now }) {
    this.#api = new CardApi({ url, key })
    this.#now = now
    this.#webhookSecret = webhookSecret
  }

  async open(request: CheckoutRequest): Promise<{ ref: string; url: string }> {
    const form = {
      mode: 'payment',
      client_reference_id: request.payId,
      customer_email: request.email,
      success_url: request.successUrl,
      cancel_url: request.cancelUrl,
      expires_at: String(Math.ceil((request.payBeforeMs + LIFE_AFTER_MS) / 1_000)),
      'payment_method_types[0]': 'card',
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'usd',
      'line_items[0][price_data][unit_amount]': String(request.amountCents),
      'line_items[0][price_data][product_data][name]': request.title,
      'payment_intent_data[metadata][pay_id]': request.payId,
      ...(request.keepsMeans && { customer_creation: 'always', 'payment_intent_data[setup_future_usage]': 'off_session' }),
    }
    const { id, url } = await this.#api.post(SESSIONS, form, openedSession, `open-${request.payId}`)
    return { ref: id, url }
  }

  async prepareCharge({ payId, title, amountCents, means }: ChargeRequest): Promise<{ ref: string }> {
    const [customer = '', method = ''] = means.split('/')
    const form = {
      amount: String(amountCents),
      currency: 'usd',
      customer,
      payment_method: method,
      'payment_method_types[0]': 'card',
      description: title,
      'metadata[pay_id]': payId,
    }
    const { id } = await this.#api.post(INTENTS, form, identified, `charge-${payId}`)
    return { ref: id }
  }

  async charge(ref: string): Promise<void> {
    let { status } = await this.#intent(ref)
    if (status === UNCONFIRMED) {
      // The provider forgets after a day which requests it knows, but an intent takes money once.
      const confirm = this.#api.post(`${intentPath(ref)}/confirm`, { off_session: 'true' }, identified, `confirm-${ref}`)
      const fault = await confirm.then(
        () => undefined,
        (reason: unknown) => reason,
      )
      status = (await this.#intent(ref)).status
      if (fault !== undefined && status === UNCONFIRMED) throw fault
    }
    // Refused by the bank, or it asks for the person: nobody is there.
    if (wantsPerson.includes(status)) await this.#api.post(`${intentPath(ref)}/cancel`, {}, identified)
  }

  async look(ref: string): Promise<Standing> {
    if (isIntent(ref)) {
      const found = await this.#intent(ref)
      const fault = faultOf(found.last_payment_error)
      const state = found.status === 'succeeded' ? await this.#stateOfPaid(found) : found.status === 'canceled' ? 'closed' : 'open'
      return { state, amountCents: found.amount, currency: found.currency.toUpperCase(), fault, means: null }
    }
    const found = await this.#find(ref)
    const { amount_total, currency, payment_intent } = found
    const fault = faultOf(payment_intent?.last_payment_error)
    const means = payment_intent?.setup_future_usage ? `${payment_intent.customer ?? ''}/${payment_intent.payment_method ?? ''}` : null
    return { state: await this.#stateOf(found), amountCents: amount_total, currency: currency.toUpperCase(), fault, means }
  }

  async close(ref: string): Promise<void> {
    if (isIntent(ref)) {
      const { status } = await this.#intent(ref)
      if (!decided.includes(status)) await this.#api.post(`${intentPath(ref)}/cancel`, {}, identified)
      return
    }
    if ((await this.#find(ref)).status === 'open') await this.#api.post(`${pathOf(ref)}/expire`, {}, identified)
  }

  async refund(ref: string): Promise<void> {
    const payment = isIntent(ref) ? await this.#intent(ref) : (await this.#find(ref)).payment_intent
    if (!payment) throw new ProviderFault('The check-out has no payment to give back')
    if (payment.latest_charge?.refunded === true) return
    await this.#api.post('/v1/refunds', { payment_intent: payment.id }, identified, `refund-${ref}`)
  }

  async readNotice(
    body: string,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): Promise<Notice | 'ignored' | undefined> {
    if (!isSignedNotice(headers['stripe-signature'], body, { secret: this.#webhookSecret, nowMs: this.#now() })) return undefined
    const read = event.safeParse(JSON.parse(body))
    // An account's webhook hears of many things; what has another shape is about none of ours.
    if (!read.success) return 'ignored'
    const { id: eventId } = read.data
    const { object } = read.data.data
    if (object.object === 'checkout.session') return { eventId, ref: object.id }
    const intent = object.object === 'payment_intent' ? object.id : object.payment_intent
    if (!intent) return 'ignored'
    const [found] = (await this.#api.get(SESSIONS, { payment_intent: intent, limit: '1' }, sessionList)).data
    // Without a check-out it is a charge that nobody sat at, or none of ours: the service knows.
    return { eventId, ref: found?.id ?? intent }
  }

  #find(ref: string): Promise<Session> {
    return this.#api.get(pathOf(ref), { 'expand[]': 'payment_intent.latest_charge' }, session)
  }

  #intent(ref: string) {
    return this.#api.get(intentPath(ref), { 'expand[]': 'latest_charge' }, charged)
  }

  async #stateOf({ status, payment_status, payment_intent }: Session): Promise<PaymentState> {
    if (payment_status !== 'paid') return status === 'expired' ? 'closed' : 'open'
    return this.#stateOfPaid(payment_intent)
  }

  async #stateOfPaid(payment: Session['payment_intent']): Promise<PaymentState> {
    const charge = payment?.latest_charge
    if (charge?.refunded === true) return 'refunded'
    if (charge?.disputed !== true) return 'succeeded'
    const disputes = await this.#api.get('/v1/disputes', { payment_intent: payment?.id ?? '', limit: '1' }, disputeList)
    const [dispute] = disputes.data
    if (dispute?.status === 'lost') return 'lost'
    return dispute === undefined || dispute.status === 'won' ? 'succeeded' : 'disputed'
  }
}

function isIntent(ref: string): boolean {
  return ref.startsWith('pi_')
}

function intentPath(ref: string): string {
  return `${INTENTS}/${encodeURIComponent(ref)}`
}

function pathOf(ref: string): string {
  return `${SESSIONS}/${encodeURIComponent(ref)}`
}
