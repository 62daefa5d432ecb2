import type { Page } from '@playwright/test'
import { licenseInstQuery } from '#contract/calls/licence/license-inst-query.ts'
import { CardStandIn, STAND_IN_KEY, STAND_IN_WEBHOOK_SECRET } from '#tests/support/payment/card-stand-in.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import { Stack } from '#tests/support/stack.ts'
import { expectSoundEverywhere } from './support/axe.ts'
import { expect, signIn, test as base, watchComplaints } from './support/test.ts'

/** A service that takes cards by a provider beside it, which may be down, tell early, or never tell. */
const test = base.extend<object, { provider: CardStandIn; shop: Stack }>({
  provider: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, lend) => {
      const provider = await CardStandIn.start(Date.now)
      await lend(provider)
      await provider.close()
    },
    { scope: 'worker' },
  ],
  shop: [
    async ({ provider }, lend) => {
      const shop = await Stack.start(['service'], {
        settings: {
          SIGHTLINE_PAYMENT: 'card',
          SIGHTLINE_CARD_URL: provider.url,
          SIGHTLINE_CARD_KEY: STAND_IN_KEY,
          SIGHTLINE_CARD_WEBHOOK_SECRET: STAND_IN_WEBHOOK_SECRET,
        },
      })
      await lend(shop)
      await shop.close()
    },
    { scope: 'worker' },
  ],
})

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const payButton = (page: Page) => page.getByRole('button', { name: /^Pay \$/ })

/** Orders so many cameras, up to where the order can be paid. */
async function order(page: Page, shop: Stack, cameras: number): Promise<void> {
  await page.goto(shop.address(`/service/servicelicense/purchase?kind=upgrade&cameras=${cameras}`))
  await page.getByRole('checkbox', { name: 'I have read the terms' }).check()
  await page.getByRole('button', { name: 'Order, and pay in the next step' }).click()
  await expect(heading(page, 'Pay for the order')).toBeVisible()
}

/** Goes to the provider's page, whose session is named in its address. */
async function goToProvider(page: Page): Promise<string> {
  await payButton(page).click()
  await page.waitForURL(/checkout\.stand-in\.example/)
  return new URL(page.url()).pathname.slice(1)
}

test('whether the provider is down, tells before the way back, after it or never: the order is paid once, and each page says so', {
  tag: '@deep',
}, async ({ page, context, shop, provider }) => {
  test.slow()
  const complaints = watchComplaints(page)
  // The provider has a page of its own, which is none of ours.
  await context.route('https://checkout.stand-in.example/**', (route) => route.fulfill({ body: 'The card, please.' }))
  const notice = `http://localhost:${shop.port}/payment-notice/card`
  const tells = async (body: string, headers: Record<string, string>) => (await fetch(notice, { method: 'POST', body, headers })).status
  const admin = await new ServiceClient(`http://localhost:${shop.port}`).signIn(shop.user())
  const cameras = async () => (await admin.call(licenseInstQuery, null)).currentInfo.chlNum
  await signIn(page, shop, { path: '/service' })
  const before = await cameras()

  await test.step('the provider is down when one wants to pay, and the order waits', async () => {
    await order(page, shop, before + 1)
    await expect(page.getByText('This is a demonstration: no money moves.')).toHaveCount(0)
    provider.isDown = true
    await payButton(page).click()
    await expect(page.getByText('The payment provider does not answer. Try again in a moment.').first()).toBeVisible()
    await expect(page.getByRole('timer')).toHaveAccessibleName(/minutes are left/)
    await expectSoundEverywhere(page, 'a provider that is down')
    provider.isDown = false
  })

  await test.step('the notice comes before the way back, and twice', async () => {
    const address = page.url()
    const session = await goToProvider(page)
    const beside = await context.newPage()
    await beside.goto(address)
    await expect(payButton(beside)).toBeVisible()
    provider.hear = tells
    await provider.pay(session)
    await provider.repeat()
    await expect(beside.getByText('This order does not wait for a payment any more.')).toBeVisible()
    await page.goto(provider.wayBack(session))
    await expect(heading(page, 'Payment received')).toBeVisible()
    await page.reload()
    await expect(heading(page, 'Payment received')).toBeVisible()
    expect(await cameras()).toBe(before + 1)
    await beside.close()
  })

  await test.step('no notice ever comes, and the way back is enough', async () => {
    provider.hear = async () => 0
    await order(page, shop, before + 2)
    const session = await goToProvider(page)
    await provider.pay(session)
    await page.goto(provider.wayBack(session))
    await expect(heading(page, 'Payment received')).toBeVisible()
    expect(await cameras()).toBe(before + 2)
  })

  await test.step('the provider is down on the way back: nothing is claimed, and nobody pays again', async () => {
    await order(page, shop, before + 3)
    const session = await goToProvider(page)
    await provider.pay(session)
    provider.isDown = true
    await page.goto(provider.wayBack(session))
    await expect(heading(page, 'The payment is being confirmed').or(heading(page, 'It is not known how the payment stands'))).toBeVisible()
    await expectSoundEverywhere(page, 'a provider that is down on the way back')
    expect(await cameras()).toBe(before + 2)
    provider.isDown = false
    provider.hear = tells
    await provider.repeat()
    await expect(async () => {
      const again = page.getByRole('button', { name: 'Look again' })
      if (await again.isVisible()) await again.click()
      await expect(heading(page, 'Payment received')).toBeVisible({ timeout: 1_000 })
    }).toPass()
    expect(await cameras()).toBe(before + 3)
  })
  expect(provider.refunds).toBe(0)
  expect(complaints.filter((text) => !text.includes('favicon'))).toEqual([])
})
