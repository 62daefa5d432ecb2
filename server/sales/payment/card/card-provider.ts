import { payTypes } from '#contract/payment.ts'
import type { PaymentState } from '#contract/states/payment.ts'
import type { Now } from '../../../runtime/clock.ts'
import { isSignedNotice } from '../notice-signature.ts'
import { ProviderFault, type CheckoutRequest, type Notice, type PaymentProvider, type Standing } from '../provider.ts'
import { CardApi } from './card-api.ts'
import { disputeList, event, faultOf, identified, openedSession, session, sessionList, type Session } from './card-shapes.ts'

const SESSIONS = '/v1/checkout/sessions'
/**
 * The API takes no shorter life of a check-out than 30 minutes. The service closes it when the order's time is over. Counted from that
 * time and not from now, so that a repeated request is the same to the letter.
 */
const LIFE_AFTER_MS = 31 * 60_000

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
    }
    const { id, url } = await this.#api.post(SESSIONS, form, openedSession, `open-${request.payId}`)
    return { ref: id, url }
  }

  async look(ref: string): Promise<Standing> {
    const found = await this.#find(ref)
    const { amount_total, currency, payment_intent } = found
    const fault = faultOf(payment_intent?.last_payment_error)
    return { state: await this.#stateOf(found), amountCents: amount_total, currency: currency.toUpperCase(), fault }
  }

  async close(ref: string): Promise<void> {
    if ((await this.#find(ref)).status === 'open') await this.#api.post(`${pathOf(ref)}/expire`, {}, identified)
  }

  async refund(ref: string): Promise<void> {
    const { payment_intent } = await this.#find(ref)
    if (!payment_intent) throw new ProviderFault('The check-out has no payment to give back')
    if (payment_intent.latest_charge?.refunded === true) return
    await this.#api.post('/v1/refunds', { payment_intent: payment_intent.id }, identified, `refund-${ref}`)
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
    return found === undefined ? 'ignored' : { eventId, ref: found.id }
  }

  #find(ref: string): Promise<Session> {
    return this.#api.get(pathOf(ref), { 'expand[]': 'payment_intent.latest_charge' }, session)
  }

  async #stateOf({ status, payment_status, payment_intent }: Session): Promise<PaymentState> {
    if (payment_status !== 'paid') return status === 'expired' ? 'closed' : 'open'
    const charge = payment_intent?.latest_charge
    if (charge?.refunded === true) return 'refunded'
    if (charge?.disputed !== true) return 'succeeded'
    const disputes = await this.#api.get('/v1/disputes', { payment_intent: payment_intent?.id ?? '', limit: '1' }, disputeList)
    const [dispute] = disputes.data
    if (dispute?.status === 'lost') return 'lost'
    return dispute === undefined || dispute.status === 'won' ? 'succeeded' : 'disputed'
  }
}

function pathOf(ref: string): string {
  return `${SESSIONS}/${encodeURIComponent(ref)}`
}
