import type { Page } from '@playwright/test'
import { profileUpdate } from '#contract/calls/user/profile-update.ts'
import { deep } from '#tests/support/depth.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import { expectSound, onlyRules } from './support/axe.ts'
import { expect, test, windowOf } from './support/test.ts'

test.use({ serviceWorkers: deep('allow', 'block') })

const landmarks = ['landmark-one-main', 'landmark-no-duplicate-main', 'page-has-heading-one']

const boxesOf = (page: Page) =>
  page
    .getByRole('checkbox')
    .evaluateAll((boxes) => boxes.map((box) => Math.min(box.getBoundingClientRect().width, box.getBoundingClientRect().height)))

test('what axe calls good practice holds too: every column has a name, and the wall of a viewing station a heading', {
  tag: '@deep',
}, async ({ people }) => {
  const page = await people.enter('/device/index')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expectSound(page, 'the table of devices', onlyRules('empty-table-header', ...landmarks))
  expect(Math.min(...(await boxesOf(page)))).toBeGreaterThanOrEqual(20)

  await page.goto(new URL('/user/account/notifications', page.url()).href)
  await expect(page.getByRole('checkbox').first()).toBeVisible()
  expect(Math.min(...(await boxesOf(page)))).toBeGreaterThanOrEqual(20)

  const { origin } = new URL(page.url())
  await page.goto(`${origin}/user/live?kiosk=true&split=1`)
  await expect(page.getByRole('heading', { level: 1, name: 'Video' })).toBeAttached()
  await expectSound(page, 'the wall of a viewing station', onlyRules(...landmarks))
})

test('what is longer than its place is scrolled by keys, and says what it is', { tag: '@deep' }, async ({ people }) => {
  const page = await people.enter('/live?split=1')
  await page.setViewportSize({ width: 1440, height: 480 })
  await expect(page.getByRole('treeitem').first()).toBeVisible()
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog').getByRole('region', { name: 'Keyboard shortcuts' })
  await expect(keys).toBeFocused()
  await expect(keys.getByText('This list')).not.toBeInViewport()
  await page.keyboard.press('End')
  await expect(keys.getByText('This list')).toBeInViewport()
  await expectSound(page, 'the list of keys', onlyRules('scrollable-region-focusable', 'aria-allowed-attr'))

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(new URL('/user/privacySecurity/operation-logs', page.url()).href)
  await page.getByRole('row').nth(1).click()
  const asked = page.getByRole('region', { name: 'What was asked for' })
  await asked.focus()
  await expect(asked).toBeFocused()
  await expectSound(
    page,
    'the details of an operation',
    onlyRules('aria-allowed-attr', 'aria-prohibited-attr', 'scrollable-region-focusable', 'empty-table-header', ...landmarks),
  )
})

test('an address without a page says so in the language of whoever is signed in, and is a page with a main part and a heading', {
  tag: '@deep',
}, async ({ people, stack }) => {
  const page = await people.enter('/account')
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
  const client = await new ServiceClient(`http://localhost:${stack.port}`).signIn(stack.user())
  await client.call(profileUpdate, { language: 'zh-CN' })
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  await page.goto(stack.address('/no/such/page'))
  await expect(page.getByRole('main').getByRole('heading', { level: 1, name: '该地址没有页面。' })).toBeVisible()
  await expectSound(page, 'an address without a page', onlyRules(...landmarks))
})

test('on a wide screen whoever has not chosen sees what the pages are called, and a wall that is held upright has its windows below each other', {
  tag: '@deep',
}, async ({ people }) => {
  const page = await people.enter('/live?split=4')
  await page.setViewportSize({ width: 1920, height: 1080 })
  await expect(page.getByRole('button', { name: 'Hide the names of the pages' })).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 720 })
  await expect(page.getByRole('button', { name: 'Show the names of the pages' })).toBeVisible()
  await page.setViewportSize({ width: 1080, height: 1920 })
  const boxes = () => Promise.all([1, 2, 3, 4].map((number) => windowOf(page, number).boundingBox()))
  await expect(async () => {
    const found = await boxes()
    expect(new Set(found.map((box) => box?.x)).size).toBe(1)
    expect(new Set(found.map((box) => box?.y)).size).toBe(4)
  }).toPass()
})
