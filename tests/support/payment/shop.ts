import { expect } from 'vitest'
import { licenseInstQuery } from '#contract/calls/licence/license-inst-query.ts'
import { licenseOrderInsertPay } from '#contract/calls/licence/license-order-insert-pay.ts'
import { licenseOrderInsertPayOrder } from '#contract/calls/licence/license-order-insert-pay-order.ts'
import { licenseOrderQuery } from '#contract/calls/licence/license-order-query.ts'
import { licensePriceMatrixQuote } from '#contract/calls/licence/license-price-matrix-quote.ts'
import type { Order } from '#contract/calls/licence/order.ts'
import { payCallbackCancel } from '#contract/calls/licence/pay-callback-cancel.ts'
import { payCallbackSuccess } from '#contract/calls/licence/pay-callback-success.ts'
import type { Purchase } from '#contract/calls/licence/purchase.ts'
import type { Quote } from '#contract/calls/licence/quote.ts'
import { PAY_RESULT_PATH, payTypes, TERMS_VERSION, type PayType } from '#contract/payment.ts'
import { orderStatuses, type OrderStatus } from '#contract/states/order.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'

export const goodCard = '4242 4242 4242 4242'

/** What an administrator does to buy: quote, order, check-out in the sandbox, way back. */
export class Shop {
  readonly client: ServiceClient

  constructor(client: ServiceClient) {
    this.client = client
  }

  async quote(purchase: Exclude<Purchase, { kind: 'trial' }>): Promise<Quote> {
    const { quotes } = await this.client.call(licensePriceMatrixQuote, purchase)
    expect(quotes).toHaveLength(1)
    return quotes[0] as Quote
  }

  async order(purchase: Purchase): Promise<Order> {
    const amountCents = purchase.kind === 'trial' ? 0 : (await this.quote(purchase)).amountCents
    return (await this.client.call(licenseOrderInsertPayOrder, { purchase, amountCents, acceptedTerms: TERMS_VERSION })).order
  }

  async look(orderId: string): Promise<Order> {
    return (await this.client.call(licenseOrderQuery, { orderId })).order
  }

  licence() {
    return this.client.call(licenseInstQuery, {})
  }

  async checkout(orderId: string, payType: PayType = payTypes.card): Promise<string> {
    return (await this.client.call(licenseOrderInsertPay, { orderId, payType })).payUrl
  }

  /** Pays on the sandbox's page, as a browser would; the answer is the page, or where it leads. */
  async payWith(card: string, payUrl: string): Promise<{ status: number; location: string; page: string; headers: Headers }> {
    const response = await fetch(payUrl, { method: 'POST', body: new URLSearchParams({ means: card }), redirect: 'manual' })
    return {
      status: response.status,
      location: response.headers.get('location') ?? '',
      page: await response.text(),
      headers: response.headers,
    }
  }

  /** Follows the way back from a check-out as the app does, without a session. */
  comeBack(location: string, visitor: ServiceClient) {
    const { pathname, searchParams } = new URL(location)
    expect(pathname).toBe(PAY_RESULT_PATH)
    const { payId = '', sign = '', result } = Object.fromEntries(searchParams)
    return visitor.call(result === 'success' ? payCallbackSuccess : payCallbackCancel, { payId, sign })
  }

  /** Orders and pays with a good card. */
  async buy(purchase: Exclude<Purchase, { kind: 'trial' }>, card = goodCard): Promise<Order> {
    const { orderId } = await this.order(purchase)
    await this.payWith(card, await this.checkout(orderId))
    return this.look(orderId)
  }

  /** Waits until the order is in this state. */
  async until(orderId: string, status: OrderStatus): Promise<void> {
    const wanted = Object.entries(orderStatuses).find(([, one]) => one === status)?.[0]
    await expect.poll(async () => nameOf((await this.look(orderId)).status), { timeout: 10_000 }).toBe(wanted)
  }
}

function nameOf(status: OrderStatus): string {
  return Object.entries(orderStatuses).find(([, one]) => one === status)?.[0] ?? ''
}
