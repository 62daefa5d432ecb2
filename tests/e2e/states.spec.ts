import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DemoNote } from '#server/demo/seed.ts'
import { Stack } from '#tests/support/stack.ts'
import { expectSoundEverywhere } from './support/axe.ts'
import { expect, signIn, test as base } from './support/test.ts'

/** A service that has bought: the demonstration as after the first `npm start`. */
const test = base.extend<object, { shop: Stack }>({
  shop: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, lend) => {
      const stack = await Stack.start(['simulator'], { hasHistory: true })
      await lend(stack)
      await stack.close()
    },
    { scope: 'worker' },
  ],
})
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

/** What the licence page says of each, and the first thing that it offers. */
const licences: Record<string, [says: string, button: string]> = {
  'licence-none': ['Free channels', 'Buy now'],
  'licence-trial': ['Free trial', 'Buy now'],
  'licence-using': ['In use', 'Extend'],
  'licence-expired': ['Expired', 'Buy again'],
  'licence-terminated': ['Terminated', 'Buy again'],
  'licence-disputed': ['Not effective: its payment is disputed', 'Buy again'],
  'licence-again': ['To be used again', 'Upgrade now'],
}

test('every state of a licence is there to be looked at, each with its one next step', { tag: '@deep' }, async ({ browser, shop }) => {
  test.slow()
  const note = JSON.parse(readFileSync(join(shop.dataFolder, 'demo.json'), 'utf8')) as DemoNote
  expect(note.states.map(({ loginName }) => loginName)).toEqual(Object.keys(licences))
  for (const { loginName, password } of note.states) {
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(shop.address('/service/servicelicense/list'))
    await page.getByLabel('User name').fill(loginName)
    await page.getByRole('textbox', { name: 'Password' }).fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    const [says = '', button = ''] = licences[loginName] ?? []
    await expect(page.getByText(says, { exact: true }).first()).toBeVisible()
    const steps = page.getByRole('list', { name: 'What is to be done' })
    await expect(steps.getByRole('link').first()).toHaveText(button)
    await expectSoundEverywhere(page, loginName)
    await context.close()
  }
})
