import { licenseOrderInsertPay as call } from '#contract/calls/licence/license-order-insert-pay.ts'
import { handler } from '../handler.ts'

export const licenseOrderInsertPay = handler(call, async ({ orderId, payType }, { payments, now }, caller) => {
  const { payment, order, url } = await payments.begin(caller, orderId, payType)
  return { payId: payment.id, payUrl: url, payBeforeMs: order.pay_before_ms, nowMs: now() }
})
