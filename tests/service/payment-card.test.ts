import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { licenseOrderCancel } from '#contract/calls/licence/license-order-cancel.ts'
import { licenseOrderInsertPay } from '#contract/calls/licence/license-order-insert-pay.ts'
import { licenseOrderInsertPayOrder } from '#contract/calls/licence/license-order-insert-pay-order.ts'
import { orderPayType } from '#contract/calls/licence/order-pay-type.ts'
import { durationTypes } from '#contract/licence-terms.ts'
import { orderTypes, payTypes, TERMS_VERSION } from '#contract/payment.ts'
import { orderStatuses } from '#contract/states/order.ts'
import { CardStandIn, STAND_IN_KEY, STAND_IN_WEBHOOK_SECRET } from '#tests/support/payment/card-stand-in.ts'
import { Shop } from '#tests/support/payment/shop.ts'
import { TestService } from '#tests/support/service.ts'

const MINUTE_MS = 60_000
const purchase = { kind: 'buy', chlNum: 2, durationType: durationTypes.days30 } as const
const { toBePaid, paid, cancelled, chargeback, returned } = orderStatuses
let standIn: CardStandIn
let service: TestService
let shop: Shop

beforeEach(async () => {
  standIn = await CardStandIn.start(() => service.now)
  const payment = { provider: 'card', url: standIn.url, key: STAND_IN_KEY, webhookSecret: STAND_IN_WEBHOOK_SECRET } as const
  service = await TestService.start({ payment })
  standIn.hear = async (body, headers) => (await fetch(`${service.url}/payment-notice/card`, { method: 'POST', body, headers })).status
  shop = new Shop(await service.signIn('admin'))
})
afterEach(async () => {
  await service.close()
  await standIn.close()
})

/** Places an order and begins its payment; the answer names the provider's session. */
async function begin(): Promise<{ orderId: string; session: string }> {
  const { orderId } = await shop.order(purchase)
  return { orderId, session: (await shop.checkout(orderId)).split('/').at(-1) ?? '' }
}

test('a webhook pays the order, once however often it comes', async () => {
  const { orderId, session } = await begin()
  await standIn.pay(session)
  expect(await shop.look(orderId)).toMatchObject({ status: paid, payType: payTypes.card })
  expect(await Promise.all([standIn.repeat(), standIn.repeat()])).toEqual([200, 200])
  expect(await shop.licence()).toMatchObject({ currentInfo: { chlNum: 2 }, renewInfo: null, coverage: { licensedChlNum: 2 } })
})

test('a webhook that is not signed changes nothing', async () => {
  const { orderId, session } = await begin()
  const body = JSON.stringify({
    id: 'evt_forged',
    type: 'checkout.session.completed',
    data: { object: { id: session, object: 'checkout.session' } },
  })
  const send = (headers: Record<string, string>, provider = 'card') =>
    fetch(`${service.url}/payment-notice/${provider}`, { method: 'POST', body, headers }).then(({ status }) => status)
  expect(await send({})).toBe(400)
  expect(await send({ 'stripe-signature': `t=${Math.floor(service.now / 1_000)},v1=${'a'.repeat(64)}` })).toBe(400)
  expect(await send({}, 'sandbox')).toBe(400)
  expect((await shop.look(orderId)).status).toBe(toBePaid)
})

test('a webhook that cannot be obeyed is asked for again', async () => {
  const { orderId, session } = await begin()
  const { hear } = standIn
  const statuses: number[] = []
  standIn.hear = async (body, headers) => {
    standIn.isDown = true
    statuses.push(await hear(body, headers))
    standIn.isDown = false
    return 0
  }
  await standIn.pay(session)
  expect(statuses).toEqual([503])
  expect((await shop.look(orderId)).status).toBe(toBePaid)
  standIn.hear = hear
  expect(await standIn.repeat()).toBe(200)
  expect((await shop.look(orderId)).status).toBe(paid)
})

test('a payment whose webhook was lost is found when the countdown ends', async () => {
  const { orderId, session } = await begin()
  standIn.hear = async () => 0
  await standIn.pay(session)
  expect((await shop.look(orderId)).status).toBe(toBePaid)
  service.advance(30 * MINUTE_MS)
  shop = new Shop(await service.signIn('admin'))
  expect((await shop.look(orderId)).status).toBe(paid)
})

test('an order that is paid is not cancelled because somebody else asks the provider just now', async () => {
  const { orderId, session } = await begin()
  standIn.hear = async () => 0
  await standIn.pay(session)
  service.advance(30 * MINUTE_MS)
  // Whoever wants to be the one who asks is too late each time.
  const claimed = sql`create trigger claimed before update of check_at_ms on payment begin select raise(ignore); end`
  await service.edit((db) => claimed.execute(db))
  shop = new Shop(await service.signIn('admin'))
  expect((await shop.look(orderId)).status).toBe(paid)
  expect(standIn.refunds).toBe(0)
})

test('a payment whose webhook never comes is asked for within a minute, and so is a dispute within a day', async () => {
  const { orderId, session } = await begin()
  standIn.hear = async () => 0
  await standIn.pay(session)
  expect((await shop.look(orderId)).status).toBe(toBePaid)
  service.advance(MINUTE_MS)
  await shop.until(orderId, paid)
  await standIn.dispute(session, 'lost')
  service.advance(24 * 60 * MINUTE_MS)
  shop = new Shop(await service.signIn('admin'))
  await shop.until(orderId, chargeback)
  expect((await shop.licence()).valid).toBe(false)
})

test('money that comes for a cancelled order goes back', async () => {
  const { orderId, session } = await begin()
  standIn.isDown = true
  await shop.client.call(licenseOrderCancel, { orderId })
  await standIn.pay(session)
  expect((await shop.look(orderId)).status).toBe(cancelled)
  standIn.isDown = false
  await standIn.repeat()
  service.advance(6_000)
  await shop.until(orderId, returned)
  expect(standIn.refunds).toBe(1)
  expect((await shop.licence()).valid).toBe(false)
})

test('money of another amount than the order’s goes back', async () => {
  const { orderId, session } = await begin()
  standIn.charge(session, 1)
  await standIn.pay(session)
  await shop.until(orderId, returned)
  expect(standIn.refunds).toBe(1)
  expect((await shop.licence()).valid).toBe(false)
})

test('an upgrade that is paid when its licence has ended goes back', async () => {
  const first = await begin()
  await standIn.pay(first.session)
  service.advance(30 * 24 * 60 * MINUTE_MS - 10 * MINUTE_MS)
  shop = new Shop(await service.signIn('admin'))
  const upgrade = { kind: 'upgrade', chlNum: 40 } as const
  const { amountCents } = await shop.quote(upgrade)
  const { order } = await shop.client.call(licenseOrderInsertPayOrder, { purchase: upgrade, amountCents, acceptedTerms: TERMS_VERSION })
  const session = (await shop.checkout(order.orderId)).split('/').at(-1) ?? ''
  service.advance(11 * MINUTE_MS)
  await standIn.pay(session)
  await shop.until(order.orderId, returned)
  expect(standIn.refunds).toBe(1)
})

test('a dispute that is lost ends the licence', async () => {
  const { orderId, session } = await begin()
  await standIn.pay(session)
  await standIn.dispute(session, 'needs_response')
  expect((await shop.look(orderId)).status).toBe(chargeback)
  expect((await shop.licence()).valid).toBe(false)
  await standIn.dispute(session, 'lost')
  expect(await shop.licence()).toMatchObject({ valid: false, currentInfo: { licenseType: 'free', buttonList: ['buy-again'] } })
})

test('while the provider is down, an order can be placed but not paid', async () => {
  const { orderId } = await shop.order(purchase)
  standIn.isDown = true
  expect((await shop.client.failure(licenseOrderInsertPay, { orderId, payType: payTypes.card })).code).toBe(23024)
  standIn.isDown = false
  const session = (await shop.checkout(orderId)).split('/').at(-1) ?? ''
  await standIn.pay(session)
  expect((await shop.look(orderId)).status).toBe(paid)
})

test('there is no sandbox page beside a real provider, and no way to pay without any', async () => {
  expect((await fetch(`${service.url}/sandbox-pay/anything`)).status).toBe(404)
  const { payTypes: offered } = await shop.client.call(orderPayType, { orderType: orderTypes.license })
  expect(offered).toEqual([{ payType: payTypes.card, isSandbox: false }])
  const off = await TestService.start({ payment: { provider: 'off' } })
  const poor = new Shop(await off.signIn('admin'))
  expect((await poor.client.call(orderPayType, { orderType: orderTypes.license })).payTypes).toEqual([])
  const { orderId } = await poor.order(purchase)
  expect((await poor.client.failure(licenseOrderInsertPay, { orderId, payType: payTypes.card })).code).toBe(23018)
  expect((await fetch(`${off.url}/sandbox-pay/anything`)).status).toBe(404)
  await off.close()
})
