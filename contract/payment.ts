import * as z from 'zod/mini'

/** Payment providers of the specification (rule 3.18): a PayPal-type wallet, an Apple-type wallet, cards. */
export const payTypes = { wallet: 1, deviceWallet: 2, card: 3 } as const
export const payType = z.enum(payTypes)
export type PayType = z.output<typeof payType>

/** Order types of the specification. */
export const orderTypes = { cloudStorage: 1, license: 3 } as const
export const orderType = z.enum(orderTypes)
export type OrderType = z.output<typeof orderType>

/** All prices are in USD, and money is counted in whole cents. */
export const CURRENCY = 'USD' as const
export const cents = z.int().check(z.minimum(0))

export const paymentLimits = {
  /** 0.5 USD (rule 5.10): below it a payment is refused with amount-too-low. */
  leastCents: 50,
  /** 10 million USD: above it a payment is refused with amount-too-high. */
  mostCents: 1_000_000_000,
  /** An order waits so long for its payment. */
  payWithinMs: 30 * 60_000,
} as const

/** Version of the terms that must be accepted before a payment. */
export const TERMS_VERSION = '2026-11-01'
/** Paragraphs of the terms of the licence service; the screens have their sentences, in both languages. */
export const termParagraphs = ['service', 'cameras', 'payment', 'renewal', 'refund', 'chargeback', 'data'] as const

/** Page of the app to which a check-out leads back, with `payId`, `sign` and `result` in its query. */
export const PAY_RESULT_PATH = '/user/vms-license-pay-res'
export type PayResult = 'success' | 'cancel'
