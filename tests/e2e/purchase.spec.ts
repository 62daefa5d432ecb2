import type { Page } from '@playwright/test'
import { expectSoundEverywhere } from './support/axe.ts'
import { deepStep } from './support/deep-step.ts'
import { expect, test } from './support/house.ts'
import { expectOnPaper } from './support/on-paper.ts'
import { signIn, watchComplaints } from './support/test.ts'

test.use({ serviceWorkers: 'block' })

const GOOD_CARD = '4242 4242 4242 4242'
const DECLINED_CARD = '4000 0000 0000 0002'
const MINUTE_MS = 60_000

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const total = (page: Page) => page.getByRole('group', { name: 'How the price comes about' }).locator('dd').last()

test('a licence gets more cameras: the price while one chooses, terms, a declined card, another one, the receipt', async ({
  page,
  house,
}) => {
  const complaints = watchComplaints(page)
  await signIn(page, house.stack, { path: '/service/servicelicense/list' })
  await page.getByRole('link', { name: 'Upgrade now' }).click()
  await expect(heading(page, 'Buy a licence')).toBeVisible()
  const count = page.getByRole('textbox', { name: 'Cameras from now on' })
  await count.fill('40')
  await expect(page.getByText(/so \d+⁄\d+ of \$/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Price' })).toHaveAttribute('aria-busy', 'false')
  const first = await total(page).textContent()
  await count.fill('48')
  await expect(total(page)).not.toHaveText(first ?? '')
  await expectSoundEverywhere(page, 'Buy a licence')
  // Nothing is ordered before the terms are accepted.
  await page.getByRole('button', { name: 'Order, and pay in the next step' }).click()
  await expect(page.getByText('Accept the terms before you order.')).toBeVisible()
  await page.getByRole('checkbox', { name: 'I have read the terms' }).check()
  const amount = (await total(page).textContent()) ?? ''
  await page.getByRole('button', { name: 'Order, and pay in the next step' }).click()

  await expect(heading(page, 'Pay for the order')).toBeVisible()
  await expect(page.getByRole('timer')).toHaveAccessibleName(/^(29|30) minutes are left/)
  await expectSoundEverywhere(page, 'Pay for the order')
  const pay = page.getByRole('button', { name: `Pay ${amount}` })
  await page.getByRole('radio', { name: 'Card', exact: true }).check()
  const order = page.url()
  await pay.click()
  await deepStep('a card that is declined', async () => {
    await page.getByLabel('Card number').fill(DECLINED_CARD)
    await page.getByRole('button', { name: 'Pay' }).click()
    await page.getByRole('link', { name: 'Cancel and go back' }).click()
    await expect(heading(page, 'The payment failed')).toBeVisible()
    // The order waits on, and says why.
    await page.goto(order)
    await expect(page.getByText('The card was declined. Try another card, or ask your bank.')).toBeVisible()
    await pay.click()
  })
  await page.getByLabel('Card number').fill(GOOD_CARD)
  await page.getByRole('button', { name: 'Pay' }).click()
  await expect(heading(page, 'Payment received')).toBeVisible()

  await page.goto(house.stack.address('/service/order'))
  const newest = page.getByRole('row').filter({ hasText: 'More cameras' }).first()
  await expect(newest).toContainText(amount)
  await expect(newest).toContainText('Paid')
  await newest.click()
  const panel = page.getByRole('dialog', { name: 'More cameras' })
  await expectSoundEverywhere(page, 'Order record')
  await test.step('the receipt', async () => {
    await panel.getByRole('button', { name: 'Receipt' }).click()
    await expect(page.getByRole('article')).toContainText('Harbor Logistics')
    await expectOnPaper(page, {
      seen: ['Receipt', 'Harbor Logistics', 'More cameras', amount],
      unseen: ['Order Record', 'Close', 'Alarms'],
    })
  })
  expect(complaints.filter((text) => !text.includes('favicon'))).toEqual([])
})

test('an order whose time is over says so, and the same is ordered again; one that was cancelled leaves the list', {
  tag: '@deep',
}, async ({ page, house }) => {
  const again = async () => {
    await page.getByRole('checkbox', { name: 'I have read the terms' }).check()
    await page.getByRole('button', { name: 'Order, and pay in the next step' }).click()
    await expect(heading(page, 'Pay for the order')).toBeVisible()
  }
  await signIn(page, house.stack, { path: '/service/servicelicense/purchase?kind=upgrade&cameras=60' })
  await again()
  // In two steps: whoever does nothing for half an hour is signed out.
  house.advance(16 * MINUTE_MS)
  await page.reload()
  await expect(page.getByRole('timer')).toHaveAccessibleName(/^1[34] minutes are left/)
  await heading(page, 'Pay for the order').click()
  house.advance(16 * MINUTE_MS)
  await page.reload()
  await expect(page.getByText('The time to pay this order is over. Nothing was charged.')).toBeVisible()
  await page.getByRole('link', { name: 'Order the same again' }).click()
  await expect(page.getByRole('textbox', { name: 'Cameras from now on' })).toHaveValue('60')
  await again()
  await page.getByRole('button', { name: 'Cancel the order' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the order' }).click()
  await expect(heading(page, 'Licence')).toBeVisible()
  await page.getByRole('link', { name: 'Order Record' }).click()
  await page.getByRole('combobox', { name: 'State' }).selectOption({ label: 'Cancelled' })
  const rows = page.getByRole('row').filter({ hasText: 'More cameras' })
  await expect(rows.first()).toBeVisible()
  const before = await rows.count()
  await rows.first().click()
  await page.getByRole('button', { name: 'Take out of the list' }).click()
  await page.getByRole('button', { name: 'Take out', exact: true }).click()
  await expect(rows).toHaveCount(before - 1)
})
