import { createHmac } from 'node:crypto'
import { PAY_RESULT_PATH, type PayResult } from '#contract/payment.ts'
import { isSame } from './notice-signature.ts'

/** The address by which a check-out leads back to the app, signed for this payment and this result. */
export function returnLink(origin: string, { payId, result, key }: { payId: string; result: PayResult; key: string }): string {
  const query = new URLSearchParams({ payId, result, sign: sign(payId, result, key).toString('base64url') })
  return `${origin}${PAY_RESULT_PATH}?${query.toString()}`
}

export function isReturnSign(text: string, { payId, result, key }: { payId: string; result: PayResult; key: string }): boolean {
  return isSame(Buffer.from(text, 'base64url'), sign(payId, result, key))
}

function sign(payId: string, result: PayResult, key: string): Buffer {
  return createHmac('sha256', key).update(`${result}.${payId}`).digest()
}
