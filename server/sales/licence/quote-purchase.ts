import type { Purchase } from '#contract/calls/licence/purchase.ts'
import type { Quote, QuoteLine } from '#contract/calls/licence/quote.ts'
import { codeOf } from '#contract/errors.ts'
import { licenceLimits, type DurationType } from '#contract/licence-terms.ts'
import { CURRENCY, paymentLimits } from '#contract/payment.ts'
import { priceCents, type PriceCell } from './price-matrix.ts'
import { proRataCents } from './pro-rata.ts'
import { daysOfTerm, daysUntil } from './term-time.ts'

/** What a price depends on beside the purchase: the bought licence in force, if any, and the price matrix. */
export interface QuoteGround {
  cells: readonly PriceCell[]
  inUse: { chlNum: number; durationType: DurationType; endsAtMs: number } | undefined
  nowMs: number
}

/**
 * Price of a purchase. A renewal costs its whole term; cameras that it has more than the licence in use work at once, and are
 * charged pro rata for the days left, like those of an upgrade.
 */
export function quotePurchase(purchase: Exclude<Purchase, { kind: 'trial' }>, ground: QuoteGround): Quote {
  const { kind, chlNum } = purchase
  const lines: QuoteLine[] = []
  if (kind !== 'upgrade') lines.push(termLine(chlNum, purchase.durationType, ground.cells))
  if (kind !== 'buy' && ground.inUse !== undefined && chlNum > ground.inUse.chlNum) lines.push(addedLine(chlNum, ground.inUse, ground))
  const amountCents = lines.reduce((sum, line) => sum + line.amountCents, 0)
  const durationType = kind === 'upgrade' ? (ground.inUse?.durationType ?? licenceLimits.trialTerm) : purchase.durationType
  return { kind, chlNum, durationType, currency: CURRENCY, lines, amountCents, payFault: payFaultOf(amountCents) }
}

/** A trial costs nothing. */
export function quoteTrial(chlNum: number): Quote {
  const days = daysOfTerm(licenceLimits.trialTerm)
  const line: QuoteLine = { item: 'trial', chlNum, days, termDays: days, listCents: 0, amountCents: 0 }
  return { kind: 'trial', chlNum, durationType: licenceLimits.trialTerm, currency: CURRENCY, lines: [line], amountCents: 0, payFault: null }
}

function payFaultOf(amountCents: number): Quote['payFault'] {
  if (amountCents < paymentLimits.leastCents) return codeOf('amount-too-low')
  return amountCents > paymentLimits.mostCents ? codeOf('amount-too-high') : null
}

function termLine(chlNum: number, durationType: DurationType, cells: readonly PriceCell[]): QuoteLine {
  const termDays = daysOfTerm(durationType)
  const amountCents = priceCents(cells, chlNum, durationType)
  return { item: 'term', chlNum, days: termDays, termDays, listCents: amountCents, amountCents }
}

function addedLine(chlNum: number, inUse: NonNullable<QuoteGround['inUse']>, { cells, nowMs }: QuoteGround): QuoteLine {
  const termDays = daysOfTerm(inUse.durationType)
  const days = Math.min(termDays, daysUntil(inUse.endsAtMs, nowMs))
  const whole = (count: number) => priceCents(cells, count, inUse.durationType)
  // The difference of two parts and not the part of a difference: steps come to the cent to what one step costs.
  const left = (count: number) => proRataCents(whole(count), days, termDays)
  const listCents = whole(chlNum) - whole(inUse.chlNum)
  return {
    item: 'added-cameras',
    chlNum: chlNum - inUse.chlNum,
    days,
    termDays,
    listCents,
    // What costs anything costs 0.01 (rule 5.10), also where rounding leaves nothing of it.
    amountCents: listCents > 0 && days > 0 ? Math.max(1, left(chlNum) - left(inUse.chlNum)) : 0,
  }
}
