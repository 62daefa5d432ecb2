import type { Page } from '@playwright/test'
import { licenseOrderInsertPay } from '#contract/calls/licence/license-order-insert-pay.ts'
import { licenseOrderInsertPayOrder } from '#contract/calls/licence/license-order-insert-pay-order.ts'
import { licensePriceMatrixQuote } from '#contract/calls/licence/license-price-matrix-quote.ts'
import { licenseInstQuery } from '#contract/calls/licence/license-inst-query.ts'
import { licenseOrderPage } from '#contract/calls/licence/license-order-page.ts'
import { licenseOrderQuery } from '#contract/calls/licence/license-order-query.ts'
import type { Purchase } from '#contract/calls/licence/purchase.ts'
import { payTypes, TERMS_VERSION } from '#contract/payment.ts'
import { orderStatuses } from '#contract/states/order.ts'
import { expectSoundEverywhere } from './support/axe.ts'
import { expect, test, type House } from './support/house.ts'
import { signIn, watchComplaints } from './support/test.ts'

const SILENT_CARD = '4000 0000 0000 0119'
const DECLINED_CARD = '4000 0000 0000 0002'
const GOOD_CARD = '4242 4242 4242 4242'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

let chlNum = 100

/** Orders a licence for more cameras each time, and opens the check-out of the order. Nobody is signed in in the browser. */
async function openCheckout(page: Page, house: House): Promise<void> {
  const admin = await house.client('administrator')
  chlNum += 1
  const purchase: Purchase = { kind: 'upgrade', chlNum }
  const { quotes } = await admin.call(licensePriceMatrixQuote, purchase)
  const amountCents = quotes[0]?.amountCents ?? 0
  const { order } = await admin.call(licenseOrderInsertPayOrder, { purchase, amountCents, acceptedTerms: TERMS_VERSION })
  const { payUrl } = await admin.call(licenseOrderInsertPay, { orderId: order.orderId, payType: payTypes.card })
  await page.goto(payUrl)
}

async function payWith(page: Page, card: string): Promise<void> {
  await page.getByLabel('Card number').fill(card)
  await page.getByRole('button', { name: 'Pay' }).click()
}

test('a payment that went well is thanked for, with what it was for, also to whoever is signed out', { tag: '@deep' }, async ({
  page,
  house,
}) => {
  const complaints = watchComplaints(page)
  await openCheckout(page, house)
  await payWith(page, GOOD_CARD)
  await expect(heading(page, 'Payment received')).toBeVisible()
  await expect(page).toHaveTitle(/^(\(\d+\) )?Payment received – /)
  await expect(page.getByText(/^\$[\d,]+\.\d\d$/)).toBeVisible()
  await expect(page.getByText(String(chlNum), { exact: true })).toBeVisible()
  await expectSoundEverywhere(page, 'Payment received')
  expect(complaints.filter((text) => !text.includes('favicon'))).toEqual([])
  await page.getByRole('link', { name: 'Go to sign-in' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/login/)
})

test('a check-out that was left says that nothing was charged, and one that failed also why', { tag: '@deep' }, async ({ page, house }) => {
  await openCheckout(page, house)
  await page.getByRole('link', { name: 'Cancel and go back' }).click()
  await expect(heading(page, 'Payment cancelled')).toBeVisible()
  await expect(page.getByText('Nothing was charged.')).toBeVisible()
  await expectSoundEverywhere(page, 'Payment cancelled')

  await openCheckout(page, house)
  await payWith(page, DECLINED_CARD)
  await page.getByRole('link', { name: 'Cancel and go back' }).click()
  await expect(heading(page, 'The payment failed')).toBeVisible()
  await expect(page.getByText('The card was declined. Try another card, or ask your bank.')).toBeVisible()
})

test('a payment that the bank has not decided is said to wait, and the page learns by itself what became of it', { tag: '@deep' }, async ({
  page,
  house,
}) => {
  await openCheckout(page, house)
  await payWith(page, SILENT_CARD)
  const checkout = page.url()
  await page.getByRole('link', { name: 'Go back and wait' }).click()
  await expect(heading(page, 'The payment is being confirmed')).toBeVisible()
  await expectSoundEverywhere(page, 'Payment is being confirmed')
  await page.reload()
  await expect(heading(page, 'The payment is being confirmed')).toBeVisible()
  // The window is closed, and its address opened in another one.
  const address = page.url()
  const later = await page.context().newPage()
  await page.close()
  await later.goto(address)
  await expect(heading(later, 'The payment is being confirmed')).toBeVisible()
  // The bank gives it up.
  house.closeCheckout(new URL(checkout).pathname.split('/').at(-1) ?? '')
  await expect(heading(later, 'Payment cancelled')).toBeVisible()
})

test('an address that is none of ours, or that somebody changed, says nothing about a payment, in both languages', {
  tag: '@deep',
}, async ({ page, house }) => {
  await page.goto(house.stack.address('/vms-license-pay-res'))
  await expect(heading(page, 'This is not the address of a payment')).toBeVisible()
  await expectSoundEverywhere(page, 'Not the address of a payment')
  await openCheckout(page, house)
  await page.getByRole('link', { name: 'Cancel and go back' }).click()
  await expect(heading(page, 'Payment cancelled')).toBeVisible()
  // The way back of a cancelled check-out, bent into that of a paid one.
  await page.goto(page.url().replace('result=cancel', 'result=success'))
  await expect(heading(page, 'This is not the address of a payment')).toBeVisible()
  await page.getByRole('button', { name: '简体中文' }).click()
  await expect(heading(page, '这不是付款结果的网址')).toBeVisible()
  await page.goto(house.stack.address('/vms-license-pay-res?payId=%3Cb%3Ex&sign=%3Cscript%3E&result=success'))
  await expect(heading(page, '这不是付款结果的网址')).toBeVisible()
})

test('while the service cannot be reached nothing is claimed, and one can look again', { tag: '@deep' }, async ({ page, house }) => {
  await openCheckout(page, house)
  await payWith(page, GOOD_CARD)
  await expect(heading(page, 'Payment received')).toBeVisible()
  await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state)).toBe('activated')
  await house.stack.stopPart('service')
  await page.reload()
  await expect(heading(page, 'It is not known how the payment stands')).toBeVisible()
  // Whoever looks meanwhile is told the same; once the service is back the page finds out by itself.
  await page.getByRole('button', { name: 'Look again' }).click()
  await expect(heading(page, 'It is not known how the payment stands')).toBeVisible()
  await house.stack.startPart('service')
  await expect(heading(page, 'Payment received')).toBeVisible()
})

const refusals: [card: string, says: string][] = [
  ['4000 0000 0000 6975', 'limit'],
  ['4000 0000 0000 9987', 'restricted'],
  ['4000 0000 0000 9995', 'exceeds what the card can pay'],
]

test('why a card was refused is said on the page and beside the order: its limit, its account, its funds', { tag: '@deep' }, async ({
  page,
  house,
}) => {
  const said = new Set<string>()
  for (const [card, word] of refusals) {
    await openCheckout(page, house)
    await payWith(page, card)
    await page.getByRole('link', { name: 'Cancel and go back' }).click()
    await expect(heading(page, 'The payment failed')).toBeVisible()
    const lead = page.getByRole('status').filter({ hasText: 'Nothing was charged.' })
    await expect(lead).toContainText(word)
    said.add((await lead.textContent()) ?? '')
  }
  expect(said.size).toBe(refusals.length)
})

test('whoever goes back to the check-out after paying, or has it open in a second tab, pays nothing more', { tag: '@deep' }, async ({
  page,
  house,
}) => {
  await openCheckout(page, house)
  const checkout = page.url()
  // The same order in another tab: one check-out, whoever opens it.
  const second = await page.context().newPage()
  await second.goto(checkout)
  await payWith(page, GOOD_CARD)
  await expect(heading(page, 'Payment received')).toBeVisible()
  await payWith(second, GOOD_CARD)
  await expect(second.getByText('This check-out is paid.')).toBeVisible()
  await second.getByRole('link', { name: 'Go back' }).click()
  await expect(heading(second, 'Payment received')).toBeVisible()
  await second.close()
  await page.goBack()
  await page.reload()
  await expect(page.getByText('This check-out is paid.')).toBeVisible()
  await page.getByRole('link', { name: 'Go back' }).click()
  await expect(heading(page, 'Payment received')).toBeVisible()
  const admin = await house.client('administrator')
  expect((await admin.call(licenseInstQuery, null)).currentInfo.chlNum).toBe(chlNum)
})

test('an order that was paid in one tab says so in another, and one that a bank takes back is disputed on both pages', {
  tag: '@deep',
}, async ({ page, house }) => {
  await openCheckout(page, house)
  const checkout = page.url()
  const admin = await house.client('administrator')
  const { orders } = await admin.call(licenseOrderPage, { pageNum: 1, pageSize: 1 })
  const orderId = orders[0]?.orderId ?? ''
  const tab = await page.context().newPage()
  await signIn(tab, house.stack, { path: `/service/servicelicense/pay?order=${orderId}` })
  await expect(tab.getByRole('button', { name: /^Pay \$/ })).toBeVisible()
  await page.goto(checkout)
  await payWith(page, '4000 0000 0000 0259')
  await expect(heading(page, 'Payment received')).toBeVisible()
  // Told by itself, or when somebody presses all the same: nothing is charged.
  await expect(tab.getByText('This order does not wait for a payment any more.')).toBeVisible()
  house.advance(61_000)
  await expect
    .poll(async () => (await house.client('administrator')).call(licenseOrderQuery, { orderId }).then(({ order }) => order.status))
    .toBe(orderStatuses.chargeback)
  await page.reload()
  await expect(heading(page, 'The payment is disputed')).toBeVisible()
  await expectSoundEverywhere(page, 'The payment is disputed')
  await tab.goto(house.stack.address(`/service/order?order=${orderId}`))
  await expect(tab.getByRole('dialog')).toContainText('Chargeback')
})
