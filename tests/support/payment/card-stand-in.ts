import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { signNotice } from '#server/sales/payment/notice-signature.ts'

interface Session {
  id: string
  form: URLSearchParams
  status: 'open' | 'complete' | 'expired'
  intent: {
    id: string
    declineCode?: string
    isPaid: boolean
    isRefunded: boolean
    dispute?: 'needs_response' | 'won' | 'lost'
    /** Of one that no check-out has: nobody sits there. */
    status?: 'requires_confirmation' | 'processing' | 'requires_payment_method' | 'succeeded' | 'canceled'
  }
}

/** How a session stands, as the provider knows it. `payId`: whose it is; `isCharge`: nobody sat there. */
export interface SeenSession {
  id: string
  payId: string
  isCharge: boolean
  status: Session['status']
  isPaid: boolean
  isRefunded: boolean
  dispute: Session['intent']['dispute']
}

export const STAND_IN_KEY = 'sk_test_stand_in'
export const STAND_IN_WEBHOOK_SECRET = 'whsec_stand_in'

/**
 * A card provider on loopback with the HTTP interface of Stripe: forms in, JSON out, a secret key, idempotency keys, limits of a
 * session's life, signed webhooks. Refuses what the real one refuses. It has no page: a test says what the person does.
 */
export class CardStandIn {
  readonly #sessions = new Map<string, Session>()
  #made = 0
  readonly #answers = new Map<string, { form: string; body: unknown }>()
  readonly #server = createServer((request, response) => void this.#serve(request, response))
  readonly #now: () => number
  /** Who hears webhooks; the answer is an HTTP status. Nobody unless set. */
  hear: (body: string, headers: Record<string, string>) => Promise<number> = async () => 0
  /** Answers everything with 500 while it is true. */
  isDown = false
  /** Does what it is asked to and answers with 500 while it is true. */
  losesAnswers = false
  refunds = 0
  /** Charges that banks were asked for. */
  confirms = 0
  /** Whether banks take their time with what is charged while nobody sits there, until `decide`. */
  isSlow = false
  /** Why banks refuse what is charged while nobody sits there; nothing is refused without it. */
  refusesCharges: string | undefined
  /** Refunds that were asked for and not possible. */
  refundsRefused = 0
  #events = 0
  /** The event that was sent last. */
  #last = ''

  private constructor(now: () => number) {
    this.#now = now
  }

  static async start(now: () => number): Promise<CardStandIn> {
    const standIn = new CardStandIn(now)
    await new Promise<void>((resolve) => standIn.#server.listen(0, '127.0.0.1', resolve))
    return standIn
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** A person pays with a good card. */
  async pay(id: string): Promise<void> {
    this.#expire()
    const session = this.#session(id)
    if (session.status !== 'open') throw new Error('The session is not open.')
    session.status = 'complete'
    session.intent.isPaid = true
    delete session.intent.declineCode
    await this.#tell('checkout.session.completed', { id, object: 'checkout.session' })
  }

  /** Where the provider sends a person who has paid, and nobody else. */
  wayBack(id: string): string {
    return this.#session(id).form.get('success_url') ?? ''
  }

  /** Takes another amount than was asked for. */
  charge(id: string, amountCents: number): void {
    this.#session(id).form.set('line_items[0][price_data][unit_amount]', String(amountCents))
  }

  /** A person tries a card that its bank refuses. */
  async decline(id: string, declineCode: string): Promise<void> {
    const { intent } = this.#session(id)
    intent.declineCode = declineCode
    await this.#tell('payment_intent.payment_failed', { id: intent.id, object: 'payment_intent' })
  }

  async dispute(id: string, status: 'needs_response' | 'won' | 'lost'): Promise<void> {
    const { intent } = this.#session(id)
    intent.dispute = status
    const type = status === 'needs_response' ? 'charge.dispute.created' : 'charge.dispute.closed'
    await this.#tell(type, { id: `dp_${id}`, object: 'dispute', payment_intent: intent.id })
  }

  /** A bank decides about a charge that it took its time with; of all others it does nothing. */
  async decide(id: string, isPaid: boolean): Promise<void> {
    const session = this.#session(id)
    if (session.intent.status === 'processing') await this.#decide(session, isPaid ? undefined : 'insufficient_funds')
  }

  async #decide(session: Session, declineCode: string | undefined): Promise<void> {
    const { intent } = session
    if (declineCode === undefined) {
      intent.isPaid = true
      session.status = 'complete'
    } else intent.declineCode = declineCode
    intent.status = declineCode === undefined ? 'succeeded' : 'requires_payment_method'
    const type = declineCode === undefined ? 'payment_intent.succeeded' : 'payment_intent.payment_failed'
    await this.#tell(type, { id: intent.id, object: 'payment_intent' })
  }

  /** Sends the last event again, as the real one does when it heard no answer. */
  repeat(): Promise<number> {
    return this.#send(this.#last)
  }

  /** Everything works again, and banks refuse nothing. */
  heal(): void {
    this.isDown = false
    this.losesAnswers = false
    this.isSlow = false
    this.refusesCharges = undefined
  }

  /** Begins anew, with names that were not there before. */
  forget(): void {
    this.#sessions.clear()
    this.#answers.clear()
  }

  /** All sessions that were opened, and charges that were prepared. */
  seen(): SeenSession[] {
    this.#expire()
    return [...this.#sessions.values()].map(({ id, form, status, intent: { status: charge, isPaid, isRefunded, dispute } }) => {
      const payId = form.get('client_reference_id') ?? form.get('metadata[pay_id]') ?? ''
      return { id, payId, isCharge: charge !== undefined, status, isPaid, isRefunded, dispute }
    })
  }

  async close(): Promise<void> {
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #tell(type: string, object: { id: string; object: string; payment_intent?: string }): Promise<void> {
    this.#events += 1
    this.#last = JSON.stringify({ id: `evt_${this.#events}`, object: 'event', type, data: { object } })
    await this.#send(this.#last)
  }

  #send(body: string): Promise<number> {
    const signature = signNotice(body, STAND_IN_WEBHOOK_SECRET, this.#now())
    return this.hear(body, { 'content-type': 'application/json', 'stripe-signature': signature })
  }

  #session(id: string): Session {
    const session = this.#sessions.get(id)
    if (session === undefined) throw new Error(`There is no session ${id}.`)
    return session
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const done = await this.#answer(request, Buffer.concat(chunks).toString())
    const answer = this.losesAnswers ? fault(500, 'api_error') : done
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
  }

  async #answer(request: IncomingMessage, form: string): Promise<{ status: number; body: unknown }> {
    if (this.isDown) return fault(500, 'api_error')
    if (request.headers.authorization !== `Bearer ${STAND_IN_KEY}`) return fault(401, 'invalid_request_error', 'api_key_invalid')
    if (!request.headers['stripe-version']) return fault(400, 'invalid_request_error')
    if (request.method === 'POST' && !request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')) {
      return fault(400, 'invalid_request_error')
    }
    const key = request.headers['idempotency-key']
    const known = typeof key === 'string' ? this.#answers.get(key) : undefined
    if (known !== undefined) return known.form === form ? { status: 200, body: known.body } : fault(400, 'idempotency_error')
    const answer = await this.#route(request.method ?? '', new URL(request.url ?? '/', this.url), new URLSearchParams(form))
    if (answer.status === 200 && typeof key === 'string') this.#answers.set(key, { form, body: answer.body })
    return answer
  }

  /** Check-outs end by themselves. */
  #expire(): void {
    for (const session of this.#sessions.values()) {
      const endsAtS = Number(session.form.get('expires_at') ?? Number.POSITIVE_INFINITY)
      if (session.status === 'open' && endsAtS * 1_000 <= this.#now()) session.status = 'expired'
    }
  }

  async #route(method: string, { pathname, searchParams }: URL, form: URLSearchParams): Promise<{ status: number; body: unknown }> {
    this.#expire()
    if (pathname.startsWith('/v1/payment_intents')) return this.#intents(method, pathname, form)
    const [, , id = '', action] = /^\/v1\/checkout\/(sessions)\/([^/]+)(?:\/(expire))?$/.exec(pathname) ?? []
    const session = this.#sessions.get(id)
    if (method === 'POST' && pathname === '/v1/checkout/sessions') return this.#create(form)
    if (method === 'GET' && pathname === '/v1/checkout/sessions') {
      const found = [...this.#sessions.values()].filter(
        ({ intent }) => intent.id === searchParams.get('payment_intent') && intent.status === undefined,
      )
      return { status: 200, body: { object: 'list', data: found.map((one) => show(one, false)) } }
    }
    if (method === 'GET' && pathname === '/v1/disputes') {
      const found = [...this.#sessions.values()].filter(({ intent }) => intent.id === searchParams.get('payment_intent') && intent.dispute)
      return { status: 200, body: { object: 'list', data: found.map(({ intent }) => ({ object: 'dispute', status: intent.dispute })) } }
    }
    if (method === 'POST' && pathname === '/v1/refunds') return this.#refund(form)
    if (session === undefined) return fault(404, 'invalid_request_error', 'resource_missing')
    if (method === 'GET' && action === undefined) return { status: 200, body: show(session, searchParams.getAll('expand[]').length > 0) }
    if (session.status !== 'open') return fault(400, 'invalid_request_error')
    session.status = 'expired'
    return { status: 200, body: show(session, false) }
  }

  #create(form: URLSearchParams): { status: number; body: unknown } {
    const lifeS = Number(form.get('expires_at')) - this.#now() / 1_000
    const amount = Number(form.get('line_items[0][price_data][unit_amount]'))
    const isGood =
      form.get('mode') === 'payment' &&
      URL.canParse(form.get('success_url') ?? '') &&
      URL.canParse(form.get('cancel_url') ?? '') &&
      Boolean(form.get('line_items[0][price_data][product_data][name]')) &&
      form.get('line_items[0][quantity]') === '1' &&
      lifeS >= 30 * 60 &&
      lifeS <= 24 * 60 * 60
    if (!isGood) return fault(400, 'invalid_request_error', 'parameter_invalid')
    if (!(amount >= 50)) return fault(400, 'invalid_request_error', 'amount_too_small')
    this.#made += 1
    const number = this.#made
    const session: Session = {
      id: `cs_test_${number}`,
      form,
      status: 'open',
      intent: { id: `pi_${number}`, isPaid: false, isRefunded: false },
    }
    this.#sessions.set(session.id, session)
    return { status: 200, body: show(session, false) }
  }

  /** Intents without a check-out: made, confirmed with a card that is kept, cancelled. They are kept among the sessions, by their own name. */
  async #intents(method: string, pathname: string, form: URLSearchParams): Promise<{ status: number; body: unknown }> {
    if (method === 'POST' && pathname === '/v1/payment_intents') {
      const isKnown = [...this.#sessions.values()].some(
        (session) => keptBy(session) === `${form.get('customer')}/${form.get('payment_method')}`,
      )
      if (!isKnown) return fault(400, 'invalid_request_error', 'resource_missing')
      if (!(Number(form.get('amount')) >= 50)) return fault(400, 'invalid_request_error', 'amount_too_small')
      this.#made += 1
      const intentId = `pi_${this.#made}`
      const made: Session = {
        id: intentId,
        form,
        status: 'open',
        intent: { id: intentId, isPaid: false, isRefunded: false, status: 'requires_confirmation' },
      }
      this.#sessions.set(intentId, made)
      return { status: 200, body: showIntent(made) }
    }
    const [, id = '', action] = /^\/v1\/payment_intents\/([^/]+)(?:\/(confirm|cancel))?$/.exec(pathname) ?? []
    const session = this.#sessions.get(id)
    if (session?.intent.status === undefined) return fault(404, 'invalid_request_error', 'resource_missing')
    const { intent } = session
    if (action === undefined) return { status: 200, body: showIntent(session) }
    if (intent.status === 'succeeded' || intent.status === 'canceled')
      return fault(400, 'invalid_request_error', 'payment_intent_unexpected_state')
    if (intent.status === 'processing') return fault(400, 'invalid_request_error', 'payment_intent_unexpected_state')
    if (action === 'cancel') {
      intent.status = 'canceled'
      session.status = 'expired'
      return { status: 200, body: showIntent(session) }
    }
    if (form.get('off_session') !== 'true') return fault(400, 'invalid_request_error')
    this.confirms += 1
    if (this.isSlow) intent.status = 'processing'
    else await this.#decide(session, this.refusesCharges)
    if (intent.declineCode !== undefined) return fault(402, 'card_error', 'card_declined')
    return { status: 200, body: showIntent(session) }
  }

  #refund(form: URLSearchParams): { status: number; body: unknown } {
    const session = [...this.#sessions.values()].find(({ intent }) => intent.id === form.get('payment_intent'))
    const refuse = (code: string) => {
      this.refundsRefused += 1
      return fault(400, 'invalid_request_error', code)
    }
    if (session === undefined || !session.intent.isPaid) return refuse('resource_missing')
    if (session.intent.isRefunded) return refuse('charge_already_refunded')
    if (session.intent.dispute !== undefined && session.intent.dispute !== 'won') return refuse('charge_disputed')
    session.intent.isRefunded = true
    this.refunds += 1
    return { status: 200, body: { id: `re_${session.id}`, object: 'refund' } }
  }
}

function fault(status: number, type: string, code?: string): { status: number; body: unknown } {
  return { status, body: { error: { type, code, message: 'refused by the stand-in' } } }
}

/** What the provider keeps of whoever paid there, if they agreed: customer and card. */
function keptBy({ id, form, intent }: Session): string | undefined {
  return intent.isPaid && form.get('payment_intent_data[setup_future_usage]') === 'off_session' ? `cus_${id}/pm_${id}` : undefined
}

function showIntent({ form, intent }: Session): object {
  const charge = intent.isPaid ? { object: 'charge', refunded: intent.isRefunded, disputed: intent.dispute !== undefined } : null
  const error = intent.declineCode === undefined ? null : { code: 'card_declined', decline_code: intent.declineCode }
  const { id, status } = intent
  const money = { amount: Number(form.get('amount')), currency: form.get('currency') }
  return { id, object: 'payment_intent', status, ...money, latest_charge: charge, last_payment_error: error }
}

function show(session: Session, isExpanded: boolean): unknown {
  const { id, form, status, intent } = session
  const [customer, payment_method] = keptBy(session)?.split('/') ?? []
  const future = customer === undefined ? {} : { customer, payment_method, setup_future_usage: 'off_session' }
  const expanded = { ...showIntent(session), ...future }
  return {
    id,
    object: 'checkout.session',
    url: status === 'open' ? `https://checkout.stand-in.example/${id}` : null,
    status,
    payment_status: intent.isPaid ? 'paid' : 'unpaid',
    amount_total: Number(form.get('line_items[0][price_data][unit_amount]')),
    currency: form.get('line_items[0][price_data][currency]'),
    client_reference_id: form.get('client_reference_id'),
    payment_intent: isExpanded ? expanded : intent.id,
  }
}
