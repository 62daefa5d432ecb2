import type { Insertable, Selectable } from 'kysely'
import * as z from 'zod/mini'
import type { ErrorCode } from '#contract/errors.ts'
import { CURRENCY, payTypes } from '#contract/payment.ts'
import type { Now, Sweeper } from '../../../runtime/clock.ts'
import type { Db } from '../../../db/open.ts'
import type { SandboxCheckoutTable, SandboxState } from '../../../db/schema/licence.ts'
import { randomSecret } from '../../../runtime/secrets.ts'
import { isSignedNotice, signNotice } from '../notice-signature.ts'
import { ProviderFault, type ChargeRequest, type CheckoutRequest, type Notice, type PaymentProvider, type Standing } from '../provider.ts'
import { outcomeOf, type CardOutcome } from './means.ts'

export type Checkout = Selectable<SandboxCheckoutTable>
const SANDBOX_SIGNATURE = 'sandbox-signature'
export const SANDBOX_PATH = '/sandbox-pay'
/** A dispute begins so long after the payment, and ends so long after it began. */
const DISPUTE_STEP_MS = 60_000

const noticeSchema = z.object({ eventId: z.string(), ref: z.string() })

/**
 * A payment provider without money, for trying everything out: its books are a table of the same database, its check-out is a page of
 * this service. It is a provider like any other: the service opens check-outs, hears signed messages, and asks how a payment stands.
 */
export class SandboxProvider implements PaymentProvider {
  readonly name = 'sandbox'
  readonly isSandbox = true
  readonly payTypes = [payTypes.card, payTypes.wallet, payTypes.deviceWallet]
  readonly #db: Db
  readonly #now: Now
  /** Where its page is served. */
  readonly #origin: () => string
  /** Signs its messages; they never leave this process. */
  readonly #secret = randomSecret()
  #deliver: (body: string, headers: Record<string, string>) => Promise<unknown> = async () => {}

  constructor({ db, now, sweeper, origin }: { db: Db; now: Now; sweeper: Sweeper; origin: () => string }) {
    this.#db = db
    this.#now = now
    this.#origin = origin
    sweeper.add(() => this.#tick())
  }

  /** Names who hears its messages. One that fails to hear is told again. */
  announceTo(deliver: (body: string, headers: Record<string, string>) => Promise<unknown>): void {
    this.#deliver = deliver
  }

  async open(request: CheckoutRequest): Promise<{ ref: string; url: string }> {
    const row = {
      id: randomSecret(),
      payment_id: request.payId,
      pay_type: request.payType,
      title: request.title,
      amount_cents: request.amountCents,
      state: 'open' as const,
      fault_code: null,
      success_url: request.successUrl,
      cancel_url: request.cancelUrl,
      expires_at_ms: request.payBeforeMs,
      dispute_at_ms: null,
      dispute_end: null,
      announced: 'open' as const,
      keeps_means: request.keepsMeans ? 1 : 0,
    }
    const id = await this.#put(row)
    return { ref: id, url: `${this.#origin()}${SANDBOX_PATH}/${id}` }
  }

  async prepareCharge({ payId, payType, title, amountCents, means }: ChargeRequest): Promise<{ ref: string }> {
    const ref = await this.#put({
      id: randomSecret(),
      payment_id: payId,
      pay_type: payType,
      title,
      amount_cents: amountCents,
      state: 'open',
      fault_code: null,
      success_url: '',
      cancel_url: '',
      expires_at_ms: Number.MAX_SAFE_INTEGER,
      dispute_at_ms: null,
      dispute_end: null,
      announced: 'open',
      means,
    })
    return { ref }
  }

  async charge(ref: string): Promise<void> {
    const prepared = await this.find(ref)
    if (prepared === undefined) throw new ProviderFault('The sandbox knows no such charge')
    const first = outcomeOf(prepared.pay_type, prepared.means ?? '')
    const later = first.kind === 'paid' ? first.later : undefined
    const outcome: CardOutcome = later === undefined ? first : { kind: 'refused', fault: later, says: '' }
    // Nobody is there to try another card.
    await this.#change(ref, ['open'], { ...this.#effectOf(outcome), ...(outcome.kind === 'refused' && { state: 'closed' }) })
  }

  async look(ref: string): Promise<Standing> {
    const checkout = await this.find(ref)
    if (checkout === undefined) throw new ProviderFault('The sandbox knows no such check-out')
    const state = checkout.state === 'processing' ? 'open' : checkout.state
    const { amount_cents: amountCents, fault_code, means } = checkout
    return { state, amountCents, currency: CURRENCY, fault: fault_code as ErrorCode | null, means }
  }

  async close(ref: string): Promise<void> {
    await this.#change(ref, ['open', 'processing'], { state: 'closed' })
  }

  async refund(ref: string): Promise<void> {
    await this.#change(ref, ['succeeded'], { state: 'refunded', dispute_at_ms: null })
  }

  async readNotice(body: string, headers: Readonly<Record<string, string | string[] | undefined>>): Promise<Notice | undefined> {
    if (!isSignedNotice(headers[SANDBOX_SIGNATURE], body, { secret: this.#secret, nowMs: this.#now() })) return undefined
    return noticeSchema.parse(JSON.parse(body))
  }

  /** A check-out for the page; one whose time is over is closed first. */
  async find(id: string): Promise<Checkout | undefined> {
    const read = () => this.#db.selectFrom('sandbox_checkout').where('id', '=', id).selectAll().executeTakeFirst()
    const checkout = await read()
    if (checkout?.state !== 'open' || checkout.expires_at_ms > this.#now()) return checkout
    await this.close(id)
    return read()
  }

  /**
   * A person pays on the page: `means` is the number of a card, or the name of what the wallet holds. `undefined` when the check-out is not
   * open (any more).
   */
  async pay(id: string, means: string): Promise<CardOutcome | undefined> {
    const checkout = await this.find(id)
    if (checkout?.state !== 'open') return undefined
    const outcome = outcomeOf(checkout.pay_type, means)
    const kept = outcome.kind === 'paid' && checkout.keeps_means === 1 ? { means } : {}
    const isChanged = await this.#change(id, ['open'], { ...this.#effectOf(outcome), ...kept })
    if (!isChanged) return undefined
    // Whoever does not hear it now, is told at the next sweep.
    await this.#announce().catch(() => {})
    return outcome
  }

  /** Writes a check-out down, one for each payment; the answer is its name. */
  async #put(row: Insertable<SandboxCheckoutTable>): Promise<string> {
    await this.#db
      .insertInto('sandbox_checkout')
      .values(row)
      .onConflict((conflict) => conflict.column('payment_id').doNothing())
      .execute()
    const put = this.#db.selectFrom('sandbox_checkout').where('payment_id', '=', row.payment_id)
    return (await put.select('id').executeTakeFirstOrThrow()).id
  }

  #effectOf(outcome: CardOutcome): Partial<Checkout> {
    if (outcome.kind === 'refused') return { fault_code: outcome.fault }
    if (outcome.kind === 'silent') return { state: 'processing', fault_code: null }
    const disputeAtMs = outcome.disputeEnd === undefined ? null : this.#now() + DISPUTE_STEP_MS
    return { state: 'succeeded', fault_code: null, dispute_at_ms: disputeAtMs, dispute_end: outcome.disputeEnd ?? null }
  }

  async #tick(): Promise<void> {
    const due = this.#db.selectFrom('sandbox_checkout').where('dispute_at_ms', '<=', this.#now()).selectAll()
    for (const { id, state, dispute_end } of await due.execute()) {
      if (state === 'succeeded') await this.#change(id, [state], { state: 'disputed', dispute_at_ms: this.#now() + DISPUTE_STEP_MS })
      if (state === 'disputed')
        await this.#change(id, [state], { state: dispute_end === 'won' ? 'succeeded' : 'lost', dispute_at_ms: null })
    }
    await this.#announce()
  }

  /** Tells of every check-out whose state the service does not know yet. */
  async #announce(): Promise<void> {
    const unknown = this.#db.selectFrom('sandbox_checkout').whereRef('state', '!=', 'announced').select(['id', 'state', 'announced'])
    for (const { id, state, announced } of await unknown.execute()) {
      const body = JSON.stringify({ eventId: `${id}:${announced}:${state}`, ref: id })
      await this.#deliver(body, { [SANDBOX_SIGNATURE]: signNotice(body, this.#secret, this.#now()) })
      await this.#db.updateTable('sandbox_checkout').set({ announced: state }).where('id', '=', id).execute()
    }
  }

  /** Writes `changes` if the check-out is in one of these states still. */
  async #change(id: string, from: readonly SandboxState[], changes: Partial<Checkout>): Promise<boolean> {
    const changed = await this.#db
      .updateTable('sandbox_checkout')
      .set(changes)
      .where('id', '=', id)
      .where('state', 'in', [...from])
      .returning('id')
      .execute()
    return changed.length > 0
  }
}
