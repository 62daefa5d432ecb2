import { queryOptions } from '@tanstack/react-query'
import { licenseApplicationTermGet } from '#contract/calls/licence/license-application-term-get.ts'
import { licenseOrderCancel } from '#contract/calls/licence/license-order-cancel.ts'
import { licenseOrderDelete } from '#contract/calls/licence/license-order-delete.ts'
import { licenseOrderInsertPay } from '#contract/calls/licence/license-order-insert-pay.ts'
import { licenseOrderInsertPayOrder } from '#contract/calls/licence/license-order-insert-pay-order.ts'
import { licenseOrderPage } from '#contract/calls/licence/license-order-page.ts'
import { licenseOrderQuery } from '#contract/calls/licence/license-order-query.ts'
import { licensePriceMatrixQuote } from '#contract/calls/licence/license-price-matrix-quote.ts'
import type { Order } from '#contract/calls/licence/order.ts'
import { orderPayType } from '#contract/calls/licence/order-pay-type.ts'
import { userQuery } from '#contract/calls/licence/user-query.ts'
import type { InputOf, OutputOf } from '#contract/define-call.ts'
import { orderTypes } from '#contract/payment.ts'
import { ask } from '../core/ask.ts'
import { callCore } from '../core/core.ts'
import { queryClient } from '../query/query-client.ts'

export type QuoteKind = InputOf<typeof licensePriceMatrixQuote>['kind']
export type OrderPlace = InputOf<typeof licenseOrderInsertPayOrder>

/** Prices of a purchase for all terms; of an upgrade the one that there is. Its errors are said on the page. */
export function quotesQuery(kind: QuoteKind, chlNum: number) {
  return queryOptions({
    queryKey: ['purchases', 'quotes', kind, chlNum],
    queryFn: ask(licensePriceMatrixQuote, { kind, chlNum }, { isPassing: true }),
    meta: { isQuiet: true },
  })
}

/** The terms of the licence service, and whether they were accepted before. */
export const licenceTermsQuery = queryOptions({ queryKey: ['licence-terms'], queryFn: ask(licenseApplicationTermGet, undefined) })

/** Who buys, as receipts name them. */
export const buyerQuery = queryOptions({ queryKey: ['purchases', 'buyer'], queryFn: ask(userQuery, undefined) })

/** How a licence may be paid for. */
export const payTypesQuery = queryOptions({
  queryKey: ['purchases', 'pay-types'],
  queryFn: ask(orderPayType, { orderType: orderTypes.license }),
})

/** A page of the orders, the newest first. */
export function ordersQuery(input: InputOf<typeof licenseOrderPage>) {
  return queryOptions({ queryKey: ['purchases', 'orders', input], queryFn: ask(licenseOrderPage, input) })
}

/** One order. Its errors are said on the page. */
export function orderQuery(orderId: string) {
  return queryOptions({
    queryKey: ['purchases', 'order', orderId],
    queryFn: ask(licenseOrderQuery, { orderId }),
    meta: { isQuiet: true },
  })
}

/** Places an order, or begins a trial. Throws `CallError`. */
export async function placeOrder(input: OrderPlace): Promise<Order> {
  const { order } = await callCore(licenseOrderInsertPayOrder, input, { quiet: true })
  await looksOtherwise()
  return order
}

/** Begins the payment of an order; answers where it goes on. Throws `CallError`. */
export async function beginPayment(input: InputOf<typeof licenseOrderInsertPay>): Promise<OutputOf<typeof licenseOrderInsertPay>> {
  return callCore(licenseOrderInsertPay, input, { quiet: true })
}

/** Throws `CallError`. */
export async function cancelOrder(orderId: string): Promise<void> {
  await callCore(licenseOrderCancel, { orderId }, { quiet: true })
  await looksOtherwise()
}

/** Takes an order out of the list. Throws `CallError`. */
export async function deleteOrder(orderId: string): Promise<void> {
  await callCore(licenseOrderDelete, { orderId }, { quiet: true })
  await looksOtherwise()
}

/** Orders and the licence hang together. Pushed as well, but not while the push connection is away. */
async function looksOtherwise(): Promise<void> {
  await Promise.all(['purchases', 'licence'].map((name) => queryClient.invalidateQueries({ queryKey: [name] })))
}
