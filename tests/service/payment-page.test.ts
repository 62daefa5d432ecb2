import { chromium, type Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { durationTypes } from '#contract/licence-terms.ts'
import { orderStatuses } from '#contract/states/order.ts'
import { chromiumFlags, findChromium } from '#tests/support/chromium.ts'
import { Shop } from '#tests/support/payment/shop.ts'
import { TestService } from '#tests/support/service.ts'

let service: TestService
let browser: Browser

beforeAll(async () => {
  service = await TestService.start()
  browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags })
})
afterAll(async () => {
  await browser.close()
  await service.close()
})

test('a person pays in a browser, under the page’s own policy, and comes back to the app', async () => {
  const shop = new Shop(await service.signIn('admin'))
  const { orderId } = await shop.order({ kind: 'buy', chlNum: 2, durationType: durationTypes.days30 })
  const page = await browser.newPage()
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  await page.goto(await shop.checkout(orderId))
  // The style has the hash that the policy names: without it, all text is 16 px.
  await expect(page.locator('.amount').evaluate((amount) => getComputedStyle(amount).fontSize)).resolves.toBe('32px')
  await page.getByLabel('Card number').fill('4000 0000 0000 0002')
  await page.getByRole('button', { name: 'Pay' }).click()
  await page.getByRole('alert').filter({ hasText: 'The card was declined.' }).waitFor()
  await page.getByLabel('Card number').fill('4242 4242 4242 4242')
  expect(complaints.filter((text) => !text.includes('favicon'))).toEqual([])
  await page.getByRole('button', { name: 'Pay' }).click()
  await page.waitForURL('**/user/vms-license-pay-res?*')
  expect(new URL(page.url()).searchParams.get('result')).toBe('success')
  expect((await shop.look(orderId)).status).toBe(orderStatuses.paid)
})
