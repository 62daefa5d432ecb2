import { cloudStorageCalls } from '#contract/calls/cloud-storage/cloud-storage-calls.ts'
import { licenseOrderInsertPay } from '#contract/calls/licence/license-order-insert-pay.ts'
import { priceOfCloud } from '#contract/cloud-storage.ts'
import { durationTypes } from '#contract/licence-terms.ts'
import { payTypes, TERMS_VERSION } from '#contract/payment.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'

/** Buys cloud storage of a month for a device's first camera, paid in the sandbox: a trial is once for each organization, which tests may share. */
export async function buyCloudStorage(admin: ServiceClient, sn: string): Promise<void> {
  const month = { goodsId: 'event-7', cycle: durationTypes.days30 } as const
  const purchase = { kind: 'buy' as const, ...month, channels: [{ sn, chlIndex: 0 }] }
  const amountCents = priceOfCloud(month.goodsId, month.cycle)
  const { order } = await admin.call(cloudStorageCalls.cloudStoragePurchase, { purchase, amountCents, acceptedTerms: TERMS_VERSION })
  const { payUrl } = await admin.call(licenseOrderInsertPay, { orderId: order.orderId, payType: payTypes.card })
  const paid = await fetch(payUrl, { method: 'POST', body: new URLSearchParams({ means: '4242 4242 4242 4242' }), redirect: 'manual' })
  if (paid.status >= 400) throw new Error(`The sandbox took no payment (${paid.status}).`)
}
