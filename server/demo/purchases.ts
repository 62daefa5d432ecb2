import type { Quote } from '#contract/calls/licence/quote.ts'
import { codeOf } from '#contract/errors.ts'
import { durationTypes, licenceLimits, type DurationType, type PurchaseKind } from '#contract/licence-terms.ts'
import { orderTypes, paymentLimits, payTypes, TERMS_VERSION } from '#contract/payment.ts'
import { EXPIRING_DAYS, licenceStatuses, type LicenceStatus } from '#contract/states/licence.ts'
import { orderStatuses, type OrderStatus } from '#contract/states/order.ts'
import type { PaymentState } from '#contract/states/payment.ts'
import { DAY_MS } from '#shared/time/day.ts'
import type { Db } from '../db/open.ts'
import { readPriceMatrix } from '../sales/licence/price-matrix.ts'
import { quotePurchase, quoteTrial, type QuoteGround } from '../sales/licence/quote-purchase.ts'
import { endOfTerm } from '../sales/licence/term-time.ts'
import type { Licence } from '../sales/licence/time-line.ts'
import type { OrderRow } from '../sales/orders/order-product.ts'
import type { PaymentRow } from '../sales/orders/payment-effects.ts'
import { randomId, randomSecret } from '../runtime/secrets.ts'

/** One order of a licence, and what became of it. */
export interface Purchase {
  daysAgo: number
  kind: PurchaseKind
  chlNum: number
  term: DurationType
  order: OrderStatus
  payment?: PaymentState
  /** Why the card was refused. */
  fault?: number
  licence?: LicenceStatus
}

const { days30, days90, year1 } = durationTypes
const { using, expired, terminated, expiring, toBeUsed, notEffective, toBeUsedAgain } = licenceStatuses

/** What the demonstration organization bought: an order in every state, and a licence that ends in five days. */
const purchases: readonly Purchase[] = [
  { daysAgo: 430, kind: 'trial', chlNum: 8, term: licenceLimits.trialTerm, order: orderStatuses.onTrial, licence: expired },
  { daysAgo: 395, kind: 'buy', chlNum: 20, term: year1, order: orderStatuses.paid, payment: 'succeeded', licence: expired },
  {
    daysAgo: 212,
    kind: 'renew',
    chlNum: 20,
    term: year1,
    order: orderStatuses.cancelled,
    payment: 'closed',
    fault: codeOf('card-declined'),
  },
  { daysAgo: 120, kind: 'renew', chlNum: 12, term: days90, order: orderStatuses.returned, payment: 'refunded', licence: terminated },
  { daysAgo: 61, kind: 'renew', chlNum: 16, term: days30, order: orderStatuses.chargeback, payment: 'lost', licence: terminated },
  { daysAgo: 25, kind: 'buy', chlNum: 24, term: days30, order: orderStatuses.paid, payment: 'succeeded', licence: expiring },
  { daysAgo: 3, kind: 'renew', chlNum: 24, term: year1, order: orderStatuses.exception, payment: 'succeeded' },
  { daysAgo: 2, kind: 'renew', chlNum: 24, term: days30, order: orderStatuses.toBeUsed, payment: 'succeeded', licence: toBeUsed },
  { daysAgo: 0, kind: 'upgrade', chlNum: 40, term: days30, order: orderStatuses.toBePaid },
]

/** Writes them down, as if this user had bought them. */
export async function seedPurchases(
  db: Db,
  who: { organizationId: string; userId: string; freeChlNum: number; nowMs: number },
  bought: readonly Purchase[] = purchases,
): Promise<void> {
  const cells = await readPriceMatrix(db)
  let inUse: ReturnType<typeof licenceOf> | undefined
  for (const purchase of bought) {
    const atMs = who.nowMs - purchase.daysAgo * DAY_MS
    const ground = inUse && { chlNum: inUse.chl_num, durationType: inUse.duration_type, endsAtMs: inUse.ends_at_ms ?? 0 }
    const quote = quoteOf(purchase, { cells, inUse: ground, nowMs: atMs })
    const isUpgrade = purchase.kind === 'upgrade'
    const order: OrderRow = {
      id: randomId(),
      organization_id: who.organizationId,
      user_id: who.userId,
      order_type: orderTypes.license,
      kind: purchase.kind,
      chl_num: purchase.chlNum,
      duration_type: purchase.term,
      licence_id: isUpgrade ? (inUse?.id ?? null) : null,
      added_chl_num: isUpgrade ? purchase.chlNum - (inUse?.chl_num ?? 0) : 0,
      lines_json: JSON.stringify(quote.lines),
      amount_cents: quote.amountCents,
      status: purchase.order,
      terms_version: TERMS_VERSION,
      payment_id: null,
      created_at_ms: atMs,
      pay_before_ms: atMs + paymentLimits.payWithinMs,
      paid_at_ms: purchase.licence !== undefined && purchase.kind !== 'trial' ? atMs : null,
      is_hidden: 0,
      renews_order_id: null,
    }
    const payment = purchase.payment === undefined ? undefined : paymentOf(order, purchase.payment, purchase.fault)
    // The order keeps the payment that counted.
    const kept = order.status === orderStatuses.cancelled ? null : (payment?.id ?? null)
    await db
      .insertInto('vas_order')
      .values({ ...order, payment_id: kept })
      .execute()
    if (payment !== undefined) await db.insertInto('payment').values(payment).execute()
    if (purchase.licence === undefined) continue
    const licence = licenceOf(order, purchase.licence, who.freeChlNum)
    await db.insertInto('licence').values(licence).execute()
    if (purchase.licence === expiring) inUse = licence
  }
}

/** As it was quoted, when these cameras were in use. */
function quoteOf({ kind, chlNum, term }: Purchase, ground: QuoteGround): Quote {
  if (kind === 'trial') return quoteTrial(chlNum)
  return quotePurchase(kind === 'upgrade' ? { kind, chlNum } : { kind: 'buy', chlNum, durationType: term }, ground)
}

function paymentOf(order: OrderRow, state: PaymentState, fault?: number): PaymentRow {
  const id = randomId()
  return {
    id,
    order_id: order.id,
    provider: 'demo',
    pay_type: payTypes.card,
    provider_ref: id,
    checkout_url: null,
    amount_cents: order.amount_cents,
    state,
    fault_code: fault ?? null,
    sign_key: randomSecret(),
    is_refund_due: 0,
    check_at_ms: 0,
    created_at_ms: order.created_at_ms,
    means: null,
    is_automatic: 0,
  }
}

function licenceOf(order: OrderRow, status: LicenceStatus, freeChlNum: number): Licence {
  const startMs = order.created_at_ms
  const isSuspended = status === notEffective || status === toBeUsedAgain
  const isBegun = status !== toBeUsed && !isSuspended
  const endMs = status === terminated ? startMs + DAY_MS : endOfTerm(startMs, order.duration_type)
  return {
    id: randomId(),
    organization_id: order.organization_id,
    order_id: order.id,
    license_type: order.kind === 'trial' ? 'trial' : 'paid',
    chl_num: order.chl_num,
    free_chl_num: freeChlNum,
    duration_type: order.duration_type,
    status,
    starts_at_ms: isBegun ? startMs : null,
    ends_at_ms: isBegun ? endMs : null,
    // It ran for some days before its payment was questioned.
    remaining_ms: isSuspended ? endMs - startMs - 5 * DAY_MS : null,
    due_at_ms: status === expiring ? endMs : status === using ? endMs - EXPIRING_DAYS * DAY_MS : null,
    created_at_ms: startMs,
  }
}
