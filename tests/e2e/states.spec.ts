import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import type { DemoNote } from '#server/demo/seed.ts'
import type { Stack } from '#tests/support/stack.ts'
import { expectSoundEverywhere } from './support/axe.ts'
import { test } from './support/demonstration.ts'
import { expect, signIn } from './support/test.ts'

test.describe.configure({ mode: 'serial' })

const states = [
  'Not activated',
  'In use',
  'Ends soon',
  'Expired',
  'Terminated',
  'Not effective: its payment is disputed',
  'Exception: its last recording could not be stored',
]

test('every state of cloud storage and of orders is there to be looked at, and a renewal that was refused says why and what to do', {
  tag: '@deep',
}, async ({ page, shop }) => {
  await signIn(page, shop, { path: '/service/serviceCloudstorage/purchase' })
  const list = page
    .getByRole('table', { name: 'Cloud storage of cameras' })
    .or(page.getByRole('grid', { name: 'Cloud storage of cameras' }))
  await expect(list.first()).toBeVisible()
  const refused = page.getByRole('note')
  await expect(refused).toContainText('The renewal for 1 camera, $2.99, is not paid yet.')
  await expect(refused).toContainText('It is tried again on')
  // Of each day of the week what it takes, the newest first.
  const kept = page.getByRole('table', { name: 'Kept by day' })
  await expect(kept.getByRole('row')).toHaveCount(1 + 7)
  for (const day of [2, 3, 4, 5, 6]) await expect(kept.getByRole('row').nth(day)).toContainText(/[\d.]+ MB/)
  // What was never bought stands last.
  await page.getByRole('columnheader', { name: 'State' }).getByRole('button').first().click()
  for (const state of states.slice(1)) await expect(page.getByRole('row').filter({ hasText: state }).first()).toBeVisible()
  await expectSoundEverywhere(page, 'States of cloud storage')
  await refused.getByRole('link', { name: 'Pay now' }).click()
  await expect(page.getByRole('timer')).toHaveAccessibleName(/^Time left to pay: \d days?$/)
  await expect(page.getByText('Cloud storage, automatic renewal')).toBeVisible()
  await page.goto(shop.address('/service/order'))
  for (const state of [
    'To be paid',
    'Paid',
    'Paid, begins later',
    'Exception: the money goes back',
    'Cancelled',
    'Chargeback',
    'Returned',
    'On trial',
  ]) {
    await page.getByRole('combobox', { name: 'State' }).selectOption({ label: state })
    await expect(page.getByRole('row').nth(1)).toContainText(state)
    await page.getByRole('row').nth(1).click()
    await expect(page.getByRole('dialog')).toContainText(state)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  }
})

const statesOf = (shop: Stack) => (JSON.parse(readFileSync(join(shop.dataFolder, 'demo.json'), 'utf8')) as DemoNote).states

/** The licence page of one of the small organizations, in a browser of its own. */
async function enterAs(browser: Browser, shop: Stack, loginName: string) {
  const password = statesOf(shop).find((one) => one.loginName === loginName)?.password ?? ''
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(shop.address('/service/servicelicense/list'))
  await page.getByLabel('User name').fill(loginName)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  return { context, page }
}

/** What the licence page says of each, the first thing that it offers, and what system health says. */
const licences: Record<string, [says: string, button: string, health: string]> = {
  'licence-none': ['Free channels', 'Buy now', 'Everything is in order.'],
  'licence-trial': ['Free trial', 'Buy now', 'Everything is in order.'],
  'licence-using': ['In use', 'Extend', 'Everything is in order.'],
  'licence-ending': ['Ends soon', 'Renew now', 'The licence ends in'],
  'licence-expired': ['Expired', 'Buy again', 'The licence has ended'],
  'licence-terminated': ['Terminated', 'Buy again', 'The licence was terminated'],
  'licence-disputed': ['Not effective: its payment is disputed', 'Buy again', 'The licence is out of force'],
  'licence-again': ['To be used again', 'Upgrade now', 'Everything is in order.'],
}

test('every state of a licence is there to be looked at, each with its one next step', { tag: '@deep' }, async ({ browser, shop }) => {
  test.slow()
  expect(statesOf(shop).map(({ loginName }) => loginName)).toEqual(Object.keys(licences))
  for (const { loginName } of statesOf(shop)) {
    const { context, page } = await enterAs(browser, shop, loginName)
    const [says = '', button = '', health = ''] = licences[loginName] ?? []
    await expect(page.getByText(says, { exact: true }).first()).toBeVisible()
    const steps = page.getByRole('list', { name: 'What is to be done' })
    await expect(steps.getByRole('link').first()).toHaveText(button)
    await expectSoundEverywhere(page, loginName)
    await page.getByRole('link', { name: 'System health' }).click()
    await expect(page.getByText(health)).toBeVisible()
    await expect(page.getByText('Everything is in order.')).toHaveCount(health === 'Everything is in order.' ? 1 : 0)
    await context.close()
  }
})

interface Walk {
  loginName: string
  button: string
  /** The way to pay, and what is pressed at the provider. */
  way: string
  pay: (page: Page) => Promise<void>
  /** How the licence stands then, in the part of this name. */
  part: string
  says: string
  order: string
}

const walks: readonly Walk[] = [
  {
    loginName: 'licence-none',
    button: 'Buy now',
    way: 'Online wallet',
    pay: (page) => page.getByRole('button', { name: 'Agree and pay' }).click(),
    part: 'Now',
    says: 'In use',
    order: 'Paid',
  },
  {
    loginName: 'licence-expired',
    button: 'Buy again',
    way: 'Wallet of this device',
    pay: (page) => page.getByRole('button', { name: 'Pay with this device' }).click(),
    part: 'Now',
    says: 'In use',
    order: 'Paid',
  },
  {
    loginName: 'licence-using',
    button: 'Extend',
    way: 'Card',
    pay: async (page) => {
      await page.getByLabel('Card number').fill('4242 4242 4242 4242')
      await page.getByRole('button', { name: 'Pay' }).click()
    },
    part: 'Next',
    says: 'To be used',
    order: 'Paid, begins later',
  },
  {
    loginName: 'licence-ending',
    button: 'Renew now',
    way: 'Online wallet',
    pay: (page) => page.getByRole('button', { name: 'Agree and pay' }).click(),
    part: 'Next',
    says: 'To be used',
    order: 'Paid, begins later',
  },
]

test('a first licence, another after the last has expired, and one that follows, in good time or just before the end, are bought by each way to pay', {
  tag: '@deep',
}, async ({ browser, shop }) => {
  test.slow()
  for (const { loginName, button, way, pay, part, says, order } of walks) {
    await test.step(`${button}, by ${way}`, async () => {
      const { context, page } = await enterAs(browser, shop, loginName)
      await page.getByRole('list', { name: 'What is to be done' }).getByRole('link', { name: button, exact: true }).click()
      const bill = page.getByRole('region', { name: 'Price' })
      await page.getByRole('radio', { name: /^30 days/ }).check()
      await page.getByRole('checkbox', { name: 'I have read the terms' }).check()
      await expect(bill).toHaveAttribute('aria-busy', 'false')
      const amount = (await page.getByRole('group', { name: 'How the price comes about' }).locator('dd').last().textContent()) ?? ''
      await page.getByRole('button', { name: 'Order, and pay in the next step' }).click()
      await page.getByRole('radio', { name: way, exact: true }).check()
      await page.getByRole('button', { name: `Pay ${amount}` }).click()
      await page.waitForURL(/\/sandbox-pay\//)
      await expect(page.locator('main')).toContainText(`${amount.replace('$', '')} USD`)
      await pay(page)
      await expect(page.getByRole('heading', { level: 1, name: 'Payment received' })).toBeVisible()
      await page.goto(shop.address('/service/servicelicense/list'))
      await expect(page.getByRole('list', { name: part, exact: true })).toContainText(says)
      await page.goto(shop.address('/service/order'))
      const newest = page.getByRole('row').nth(1)
      await expect(newest).toContainText(amount)
      await newest.click()
      const panel = page.getByRole('dialog').first()
      await expect(panel).toContainText(order)
      await expect(panel).toContainText(way)
      await panel.getByRole('button', { name: 'Receipt' }).click()
      await expect(page.getByRole('article')).toContainText(way)
      await context.close()
    })
  }
})
