import * as z from 'zod/mini'
import { codeOf } from '../../errors.ts'
import { durationType, purchaseKind } from '../../licence-terms.ts'
import { cents, CURRENCY } from '../../payment.ts'

/**
 * One part of a price: a whole term, or cameras added for the `days` that are left of the `termDays` of the licence in use.
 * `listCents` is what it would cost for the whole term, `amountCents` what it does.
 */
export const quoteLine = z.object({
  item: z.enum(['term', 'added-cameras', 'trial']),
  chlNum: z.int(),
  days: z.int(),
  termDays: z.int(),
  listCents: cents,
  amountCents: cents,
})
export type QuoteLine = z.output<typeof quoteLine>

/** A price, good while the day lasts that it was asked on (UTC days from the licence's start). The lines add up to the amount. */
export const quote = z.object({
  kind: purchaseKind,
  chlNum: z.int(),
  durationType,
  currency: z.literal(CURRENCY),
  lines: z.array(quoteLine),
  amountCents: cents,
  /** Null when it can be paid; else amount-too-low (below 0.5 USD) or amount-too-high (above 10 million). */
  payFault: z.nullable(z.literal([codeOf('amount-too-low'), codeOf('amount-too-high')])),
})
export type Quote = z.output<typeof quote>
