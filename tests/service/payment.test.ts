import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { licenseOrderCancel } from '#contract/calls/licence/license-order-cancel.ts'
import { licenseOrderDelete } from '#contract/calls/licence/license-order-delete.ts'
import { licenseOrderInsertPay } from '#contract/calls/licence/license-order-insert-pay.ts'
import { licenseOrderPage } from '#contract/calls/licence/license-order-page.ts'
import { payCallbackCancel } from '#contract/calls/licence/pay-callback-cancel.ts'
import { payCallbackSuccess } from '#contract/calls/licence/pay-callback-success.ts'
import { orderPayType } from '#contract/calls/licence/order-pay-type.ts'
import { durationTypes } from '#contract/licence-terms.ts'
import { orderTypes, paymentLimits, payTypes } from '#contract/payment.ts'
import { licenceStatuses } from '#contract/states/licence.ts'
import { orderStatuses } from '#contract/states/order.ts'
import { goodCard, Shop } from '#tests/support/payment/shop.ts'
import { TestService } from '#tests/support/service.ts'

const MINUTE_MS = 60_000
const cards = {
  declined: '4000000000000002',
  limit: '4000000000006975',
  silent: '4000000000000119',
  lost: '4000000000000259',
  won: '4000000000001976',
}
const { toBePaid, paid, toBeUsed, cancelled, chargeback } = orderStatuses
const purchase = { kind: 'buy', chlNum: 2, durationType: durationTypes.days30 } as const
let service: TestService
let shop: Shop

beforeEach(async () => {
  service = await TestService.start()
  shop = new Shop(await service.signIn('admin'))
})
afterEach(() => service.close())

/** Moves the clock over the end of a session, too. */
async function advance(ms: number): Promise<void> {
  service.advance(ms)
  shop = new Shop(await service.signIn('admin'))
}

describe('the sandbox’s check-out', () => {
  test('is a page without scripts that takes a card and leads back to the app', async () => {
    const { orderId } = await shop.order(purchase)
    const payUrl = await shop.checkout(orderId)
    const response = await fetch(payUrl)
    const page = await response.text()
    expect(response.status).toBe(200)
    expect(response.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self' http\S+ http\S+; base-uri 'none'; frame-ancestors 'none'$/,
    )
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(page).toContain('8.00 USD')
    expect(page).toContain('Video licence: 2 cameras, 30 days')
    expect(page).not.toMatch(/<script|javascript:|onclick/i)
    const { status, location } = await shop.payWith(goodCard, payUrl)
    expect(status).toBe(303)
    expect(new URL(location).searchParams.get('result')).toBe('success')
    expect(await shop.look(orderId)).toMatchObject({ status: paid, payType: payTypes.card, payFault: null, paidAtMs: expect.any(Number) })
    expect(await (await fetch(payUrl)).text()).toContain('This check-out is paid.')
    expect((await shop.payWith(goodCard, payUrl)).page).toContain('This check-out is paid.')
  })

  test('says why a card was refused, and so does the order, which can still be paid', async () => {
    const { orderId } = await shop.order(purchase)
    const payUrl = await shop.checkout(orderId)
    expect((await shop.payWith(cards.limit, payUrl)).page).toContain('The card’s limit is exceeded.')
    // The sandbox tells of no refusal by itself: it is known when the browser comes back, or the order is paid.
    expect((await shop.payWith(cards.declined, payUrl)).page).toContain('The card was declined.')
    const { searchParams } = new URL((await cancelLink(payUrl)) ?? '')
    const back = await service
      .client()
      .call(payCallbackCancel, { payId: searchParams.get('payId') ?? '', sign: searchParams.get('sign') ?? '' })
    expect(back).toMatchObject({ status: toBePaid, state: 'closed', payFault: 23017 })
    expect(await shop.look(orderId)).toMatchObject({ status: toBePaid, payFault: 23017 })
    const again = await shop.checkout(orderId)
    expect(again).not.toBe(payUrl)
    await shop.payWith(goodCard, again)
    expect(await shop.look(orderId)).toMatchObject({ status: paid, payFault: null })
  })

  test('is not found under another address', async () => {
    expect((await fetch(`${service.url}/sandbox-pay/nothing`)).status).toBe(404)
    expect((await fetch(`${service.url}/sandbox-pay/${'x'.repeat(200)}`)).status).toBeGreaterThanOrEqual(400)
    expect(
      (await fetch(`${service.url}/sandbox-pay/nothing`, { method: 'POST', body: new URLSearchParams({ card: '<script>' }) })).status,
    ).toBe(404)
  })
})

describe('the countdown', () => {
  test('ends with the order cancelled and its check-out closed; then a new order is needed', async () => {
    const { orderId, payBeforeMs, createdAtMs } = await shop.order(purchase)
    expect(payBeforeMs - createdAtMs).toBe(paymentLimits.payWithinMs)
    const payUrl = await shop.checkout(orderId)
    await advance(30 * MINUTE_MS)
    expect((await shop.look(orderId)).status).toBe(cancelled)
    expect((await shop.client.failure(licenseOrderInsertPay, { orderId, payType: payTypes.card })).code).toBe(23016)
    expect((await shop.payWith(goodCard, payUrl)).page).toContain('This check-out is closed.')
    expect((await shop.licence()).valid).toBe(false)
    expect((await shop.buy(purchase)).status).toBe(paid)
  })

  test('ends an order whose bank never answers', async () => {
    const { orderId } = await shop.order(purchase)
    const payUrl = await shop.checkout(orderId)
    expect((await shop.payWith(cards.silent, payUrl)).page).toContain('The bank has not answered yet.')
    expect((await shop.look(orderId)).status).toBe(toBePaid)
    await advance(30 * MINUTE_MS)
    expect((await shop.look(orderId)).status).toBe(cancelled)
    await expect.poll(async () => (await fetch(payUrl)).text(), { timeout: 10_000 }).toContain('This check-out is closed.')
  })

  test('does not end an order in the last minute before', async () => {
    const { orderId } = await shop.order(purchase)
    const payUrl = await shop.checkout(orderId)
    await advance(29 * MINUTE_MS)
    expect(await shop.checkout(orderId)).toBe(payUrl)
    await shop.payWith(goodCard, payUrl)
    expect((await shop.look(orderId)).status).toBe(paid)
  })
})

describe('the way back from the check-out', () => {
  test('is signed for its payment and its result, and the provider is asked all the same', async () => {
    const { orderId } = await shop.order(purchase)
    const payUrl = await shop.checkout(orderId)
    const cancel = new URL((await cancelLink(payUrl)) ?? '').searchParams
    const [payId, sign] = [cancel.get('payId') ?? '', cancel.get('sign') ?? '']
    const visitor = service.client()
    expect((await visitor.failure(payCallbackSuccess, { payId, sign })).code).toBe(23023)
    expect((await visitor.failure(payCallbackSuccess, { payId, sign: 'A'.repeat(43) })).code).toBe(23023)
    expect((await visitor.failure(payCallbackSuccess, { payId: 'other', sign })).code).toBe(23023)
    expect((await visitor.failure(payCallbackSuccess, { payId, sign: '' })).code).toBe(1000)
    expect((await shop.look(orderId)).status).toBe(toBePaid)
    const success = await successLink(payUrl)
    expect(await shop.comeBack(success, visitor)).toMatchObject({ status: toBePaid, state: 'open' })
  })
})

describe('a charge-back', () => {
  test('takes the licence out of force, and ends it when it is lost', async () => {
    const { orderId } = await shop.buy(purchase, cards.lost)
    await shop.buy({ kind: 'upgrade', chlNum: 6 })
    service.advance(MINUTE_MS)
    await shop.until(orderId, chargeback)
    expect(await shop.licence()).toMatchObject({
      valid: false,
      currentInfo: { status: licenceStatuses.notEffective, remainDays: 0, buttonList: ['buy-again'] },
    })
    service.advance(MINUTE_MS)
    await expect.poll(async () => (await shop.licence()).expireInfo?.status, { timeout: 10_000 }).toBe(licenceStatuses.terminated)
    expect((await shop.look(orderId)).status).toBe(chargeback)
  })

  test('gives the rest of the licence back when it is won', async () => {
    const { orderId } = await shop.buy(purchase, cards.won)
    service.advance(MINUTE_MS)
    await shop.until(orderId, chargeback)
    service.advance(MINUTE_MS)
    await shop.until(orderId, paid)
    const { currentInfo } = await shop.licence()
    expect(currentInfo).toMatchObject({ status: licenceStatuses.using, chlNum: 2, remainDays: 30 })
  })

  test('that is won while another licence is in use, waits until that one ends', async () => {
    const { orderId } = await shop.buy(purchase, cards.won)
    service.advance(MINUTE_MS)
    await shop.until(orderId, chargeback)
    await shop.buy({ kind: 'buy', chlNum: 9, durationType: durationTypes.days30 })
    service.advance(MINUTE_MS)
    await shop.until(orderId, orderStatuses.toBeUsed)
    expect(await shop.licence()).toMatchObject({
      currentInfo: { chlNum: 9 },
      renewInfo: { chlNum: 2, status: licenceStatuses.toBeUsedAgain },
    })
    await advance(31 * 24 * 60 * MINUTE_MS)
    expect((await shop.licence()).currentInfo).toMatchObject({ chlNum: 2, status: licenceStatuses.using, remainDays: 29 })
    expect((await shop.look(orderId)).status).toBe(paid)
  })

  test('takes back the cameras that an upgrade added, and no more', async () => {
    await shop.buy(purchase)
    const { orderId } = await shop.buy({ kind: 'upgrade', chlNum: 6 }, cards.lost)
    expect((await shop.licence()).currentInfo.chlNum).toBe(6)
    service.advance(MINUTE_MS)
    await shop.until(orderId, chargeback)
    expect((await shop.licence()).currentInfo).toMatchObject({ chlNum: 2, status: licenceStatuses.using })
    service.advance(MINUTE_MS)
    await expect.poll(async () => (await shop.licence()).coverage.licensedChlNum).toBe(2)
  })
})

describe('orders', () => {
  test('are cancelled while they wait, and deleted when no money is kept', async () => {
    const { orderId } = await shop.order(purchase)
    expect((await shop.client.failure(licenseOrderDelete, { orderId })).code).toBe(6000)
    const stranger = await service.signIn('stranger')
    expect((await stranger.failure(licenseOrderCancel, { orderId })).code).toBe(23014)
    expect((await shop.client.call(licenseOrderCancel, { orderId })).order.status).toBe(cancelled)
    expect((await shop.client.failure(licenseOrderCancel, { orderId })).code).toBe(6000)
    expect((await shop.client.failure(licenseOrderInsertPay, { orderId, payType: payTypes.card })).code).toBe(6000)
    expect((await stranger.failure(licenseOrderDelete, { orderId })).code).toBe(23014)
    expect(await shop.client.call(licenseOrderDelete, { orderId })).toBeNull()
    expect((await shop.client.failure(licenseOrderDelete, { orderId })).code).toBe(23014)
    expect((await shop.client.call(licenseOrderPage, { pageNum: 1, pageSize: 10 })).orders).toEqual([])
    const kept = await shop.buy(purchase)
    expect((await shop.client.failure(licenseOrderDelete, { orderId: kept.orderId })).code).toBe(6000)
    expect((await shop.client.failure(licenseOrderCancel, { orderId: kept.orderId })).code).toBe(6000)
  })

  test('are paid by the ways that are offered', async () => {
    expect(await shop.client.call(orderPayType, { orderType: orderTypes.license })).toEqual({
      payTypes: [payTypes.card, payTypes.wallet, payTypes.deviceWallet].map((payType) => ({ payType, isSandbox: true })),
      currency: 'USD',
      leastCents: 50,
      mostCents: 1_000_000_000,
    })
    for (const [payType, heading] of [
      [payTypes.wallet, 'Sandbox wallet'],
      [payTypes.deviceWallet, 'Sandbox wallet of this device'],
    ] as const) {
      const { orderId } = await shop.order({ ...purchase, kind: payType === payTypes.wallet ? 'buy' : 'renew' })
      const payUrl = await shop.checkout(orderId, payType)
      expect(await (await fetch(payUrl)).text()).toContain(`<h1>${heading}</h1>`)
      expect((await shop.payWith('limit@wallet.example', payUrl)).page).toContain('The card’s limit is exceeded.')
      const { location } = await shop.payWith('balance@wallet.example', payUrl)
      expect(await shop.comeBack(location, service.client())).toMatchObject({ orderId, state: 'succeeded', payFault: null })
      expect(await shop.look(orderId)).toMatchObject({ payType, status: payType === payTypes.wallet ? paid : toBeUsed })
    }
  })

  test('have one open check-out: whoever chooses another way, here or in another tab, closes the one before', async () => {
    const { orderId } = await shop.order(purchase)
    const first = await shop.checkout(orderId, payTypes.wallet)
    const second = await shop.checkout(orderId, payTypes.card)
    expect(second).not.toBe(first)
    expect((await shop.payWith('balance@wallet.example', first)).page).toContain('This check-out is closed.')
    expect((await shop.look(orderId)).status).toBe(toBePaid)
    await shop.payWith(goodCard, second)
    expect(await shop.look(orderId)).toMatchObject({ status: paid, payType: payTypes.card })
    expect((await shop.client.failure(licenseOrderInsertPay, { orderId, payType: payTypes.wallet })).code).toBe(6000)
  })
})

async function cancelLink(payUrl: string): Promise<string | undefined> {
  return /<a href="([^"]+)">Cancel/.exec(await (await fetch(payUrl)).text())?.[1]?.replaceAll('&amp;', '&')
}

/** The signed way back, as a person learns it who pays with a card whose bank never answers. */
async function successLink(payUrl: string): Promise<string> {
  const { page } = await shop.payWith(cards.silent, payUrl)
  return /<a href="([^"]+)">Go back and wait/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''
}
