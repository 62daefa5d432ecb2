import { afterEach, beforeEach, expect, test } from 'vitest'
import { licenseOrderPage } from '#contract/calls/licence/license-order-page.ts'
import { durationTypes } from '#contract/licence-terms.ts'
import { payTypes } from '#contract/payment.ts'
import { orderStatuses } from '#contract/states/order.ts'
import { goodCard, Shop } from '#tests/support/payment/shop.ts'
import { TestService } from '#tests/support/service.ts'

const { toBePaid, paid } = orderStatuses
const purchase = { kind: 'buy', chlNum: 2, durationType: durationTypes.days30 } as const
let service: TestService
let shop: Shop

beforeEach(async () => {
  service = await TestService.start()
  shop = new Shop(await service.signIn('admin'))
})
afterEach(() => service.close())

test('the way back from the check-out is open, and has its effect once however often it is taken', async () => {
  const { orderId } = await shop.order(purchase)
  const { location } = await shop.payWith(goodCard, await shop.checkout(orderId))
  const visitor = service.client()
  const [first, second] = await Promise.all([shop.comeBack(location, visitor), shop.comeBack(location, visitor)])
  expect(first).toMatchObject({ orderId, status: paid, state: 'succeeded', amountCents: 800, chlNum: 2, payFault: null })
  expect(second).toEqual(first)
  expect(await shop.comeBack(location, visitor)).toEqual(first)
  const { currentInfo, renewInfo } = await shop.licence()
  expect({ chlNum: currentInfo.chlNum, renewInfo }).toEqual({ chlNum: 2, renewInfo: null })
})

test('orders that are placed or paid twice at once are one order and one payment', async () => {
  const [one, other] = await Promise.all([shop.order(purchase), shop.order(purchase)])
  const { orders } = await shop.client.call(licenseOrderPage, { pageNum: 1, pageSize: 10, statuses: [toBePaid] })
  expect(orders).toHaveLength(1)
  const [{ orderId } = one] = orders
  expect([one.orderId, other.orderId]).toContain(orderId)
  const [first, second] = await Promise.all([shop.checkout(orderId), shop.checkout(orderId)])
  expect(second).toBe(first)
  const pages = await Promise.all([shop.payWith(goodCard, first), shop.payWith(goodCard, first)])
  expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([200, 303]))
  expect(await shop.licence()).toMatchObject({ currentInfo: { chlNum: 2 }, renewInfo: null, coverage: { licensedChlNum: 2 } })
})

test('an order whose way of paying is chosen at once in two tabs is paid once', async () => {
  const { orderId } = await shop.order(purchase)
  const ways = [payTypes.wallet, payTypes.card]
  const begun = await Promise.allSettled(ways.map((payType) => shop.checkout(orderId, payType)))
  const urls = begun.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  expect(urls.length).toBeGreaterThan(0)
  const pages = await Promise.all(urls.map((url) => shop.payWith(url === urls[0] ? 'balance@wallet.example' : goodCard, url)))
  expect(pages.filter(({ status }) => status === 303).length).toBeLessThanOrEqual(1)
  const last = await shop.checkout(orderId, payTypes.card).catch(() => undefined)
  if (last !== undefined) await shop.payWith(goodCard, last)
  expect(await shop.look(orderId)).toMatchObject({ status: paid })
  expect(await shop.licence()).toMatchObject({ currentInfo: { chlNum: 2 }, renewInfo: null, coverage: { licensedChlNum: 2 } })
})
