import * as z from 'zod/mini'
import { codeOf, type ErrorCode } from '#contract/errors.ts'

/** What is read of the card provider's answers, in the shape of Stripe's API; the rest of them is left alone. */
const charge = z.object({ refunded: z.boolean(), disputed: z.boolean() })
const payError = z.object({ code: z.nullish(z.string()), decline_code: z.nullish(z.string()) })
const intent = z.object({
  id: z.string(),
  latest_charge: z.nullish(charge),
  last_payment_error: z.nullish(payError),
  customer: z.nullish(z.string()),
  payment_method: z.nullish(z.string()),
  setup_future_usage: z.nullish(z.string()),
})

/** A payment intent by itself, its latest charge expanded: money that is taken while nobody sits there. */
export const charged = z.extend(intent, { status: z.string(), amount: z.int(), currency: z.string() })

/** A check-out session, with its payment intent and that one's latest charge expanded. */
export const session = z.object({
  id: z.string(),
  url: z.nullish(z.string()),
  status: z.enum(['open', 'complete', 'expired']),
  payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
  amount_total: z.int(),
  currency: z.string(),
  payment_intent: z.nullish(intent),
})
export type Session = z.output<typeof session>

/** A session without anything expanded. */
export const openedSession = z.object({ id: z.string(), url: z.string() })
export const sessionList = z.object({ data: z.array(z.object({ id: z.string() })) })
export const disputeList = z.object({ data: z.array(z.object({ status: z.string() })) })
/** Any answer of which nothing else matters. */
export const identified = z.object({ id: z.string() })
export const failure = z.object({ error: z.object({ type: z.string(), code: z.nullish(z.string()) }) })

/** An event: the object that it is about is a session, or names its payment intent. */
export const event = z.object({
  id: z.string(),
  type: z.string(),
  data: z.object({ object: z.object({ id: z.string(), object: z.string(), payment_intent: z.nullish(z.string()) }) }),
})

/** Reasons of banks, as codes of the error table. Others are card-declined. */
const faults: Readonly<Record<string, ErrorCode>> = {
  card_velocity_exceeded: codeOf('card-limit-exceeded'),
  withdrawal_count_limit_exceeded: codeOf('card-limit-exceeded'),
  restricted_card: codeOf('card-account-restricted'),
  account_invalid: codeOf('card-account-restricted'),
  lost_card: codeOf('card-account-restricted'),
  stolen_card: codeOf('card-account-restricted'),
  pickup_card: codeOf('card-account-restricted'),
  insufficient_funds: codeOf('insufficient-funds'),
  amount_too_large: codeOf('insufficient-funds'),
}

/** Why a card was refused; null when none was. */
export function faultOf(error: z.output<typeof payError> | null | undefined): ErrorCode | null {
  if (error === null || error === undefined) return null
  return faults[error.decline_code ?? ''] ?? faults[error.code ?? ''] ?? codeOf('card-declined')
}
