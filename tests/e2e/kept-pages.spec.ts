import type { Page } from '@playwright/test'
import { isDeep } from '#tests/support/depth.ts'
import { expect, test } from './support/house.ts'
import { expectLive, openCamera, signIn, watchComplaints } from './support/test.ts'

/** One service and its cameras, without a plugin: all video comes by the service's relay, which counts it. The short form looks at none. */
test.use({ hasCameras: isDeep, serviceWorkers: 'block' })

const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Main menu' })

/** Goes to a page by the menu. */
async function goTo(page: Page, name: string): Promise<void> {
  await menuOf(page)
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .click()
  await expect(page.getByRole('heading', { name, exact: true, level: 1 })).toBeVisible()
}

/** What scrolls on the page of the devices. */
const listOf = (page: Page) => page.getByRole('table').locator('xpath=ancestor::*[contains(@class, "body")][1]')
const scrolled = (page: Page) => listOf(page).evaluate(({ scrollTop }) => scrollTop)
const filterOf = (page: Page) => page.getByRole('searchbox', { name: 'Search', exact: false })
/** What the pages are that are in the document, shown or not. */
const pagesIn = (page: Page) =>
  page.locator('[data-page]').evaluateAll((pages) => pages.map((one) => one.getAttribute('data-page')?.replace('/_home/', '')))

test('a page that is left and come back to is as it was', async ({ people }) => {
  const page = await people.enter('/device/index')
  const complaints = watchComplaints(page)
  await page.setViewportSize({ width: 1440, height: 420 })
  await expect(page.getByRole('row').nth(3)).toBeVisible()

  await test.step('scrolled to where it was, with what was searched for', async () => {
    await filterOf(page).fill('SL')
    await expect(page).toHaveURL(/search=SL/)
    await expect(page.getByRole('row').nth(3)).toBeVisible()
    await listOf(page).evaluate((list) => list.scrollTo(0, 60))
    await goTo(page, 'Alarms')
    await expect(page).toHaveTitle(/^(\(\d+\) )?Alarms/)
    await expect(page).not.toHaveURL(/search/)
    await goTo(page, 'Devices')
    await expect(page).toHaveTitle(/^(\(\d+\) )?Devices/)
    await expect(page).toHaveURL(/search=SL/)
    await expect(filterOf(page)).toHaveValue('SL')
    await expect.poll(() => scrolled(page)).toBe(60)
  })

  await test.step('with what is open and half typed, where the focus was', async () => {
    await page.getByRole('button', { name: 'Add device' }).click()
    const number = page.getByRole('dialog').getByRole('textbox').first()
    await number.fill('SL-12')
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Alarms', level: 1 })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.goForward()
    await expect(number).toHaveValue('SL-12')
    await expect(number).toBeFocused()
  })

  expect(complaints).toEqual([])
})

test('what somebody has begun to type is there also when the page was left before it was looked for', { tag: '@deep' }, async ({
  people,
}) => {
  const page = await people.enter('/alerts')
  await goTo(page, 'Users')
  await filterOf(page).pressSequentially('li')
  // In one go: nobody who searches is that fast, and nothing has been looked for yet.
  await page.evaluate(() => {
    const field = document.querySelector<HTMLInputElement>('input[type="search"]')
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    if (field) set?.call(field, 'li wen')
    field?.dispatchEvent(new InputEvent('input', { bubbles: true }))
    history.back()
  })
  await expect(page.getByRole('heading', { name: 'Alarms', level: 1 })).toBeVisible()
  await page.goForward()
  await expect(filterOf(page)).toHaveValue('li wen')
  await expect(page.getByRole('row')).toHaveCount(2)
})

test('the two pages that were left last are kept, and the third is new', { tag: '@deep' }, async ({ people }) => {
  const page = await people.enter('/live?split=4')
  const cameras = page.getByRole('complementary', { name: 'Cameras' }).getByRole('searchbox')
  await cameras.fill('Gate')
  for (const name of ['Alarms', 'Devices']) await goTo(page, name)
  await goTo(page, 'Video')
  await expect(cameras).toHaveValue('Gate')
  for (const name of ['Alarms', 'Devices', 'Account']) await goTo(page, name)
  expect(await pagesIn(page)).toEqual(['account/', 'alerts', 'device/index'])
  await goTo(page, 'Video')
  await expect(cameras).toHaveValue('')
})

test('a wall that is kept takes no video, hears no keys, and goes on at once when it is shown again', { tag: '@deep' }, async ({
  people,
  stack,
}) => {
  const page = await people.enter('/live?split=4')
  const complaints = watchComplaints(page)
  await openCamera(page, 'Gate 1 – entry')
  await openCamera(page, 'Hall A – racks')
  for (const number of [1, 2]) await expectLive(page, number)
  expect((await stack.stats('service'))['upstreamStreams']).toBe(2)

  await goTo(page, 'Alarms')
  await expect.poll(async () => (await stack.stats('service'))['upstreamStreams']).toBe(0)
  await expect(page.locator('video')).toHaveCount(0)
  await expect(page.getByRole('group', { name: 'Video wall' })).toHaveCount(0)
  await page.keyboard.press('?')
  await page.keyboard.press('p')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveTitle(/^(\(\d+\) )?Alarms/)

  await goTo(page, 'Video')
  for (const number of [1, 2]) await expectLive(page, number)
  expect((await stack.stats('service'))['upstreamStreams']).toBe(2)
  expect(complaints).toEqual([])
})

test('a page with something unsaved is asked about before it has to go, and everything is gone after signing out', {
  tag: '@deep',
}, async ({ page, stack }) => {
  await signIn(page, stack, { path: '/alerts' })
  await goTo(page, 'Devices')
  await page.getByRole('button', { name: 'Add device' }).click()
  const number = page.getByRole('dialog').getByRole('textbox').first()
  await number.fill('SL-12')
  await page.goBack()
  await goTo(page, 'Users')
  await menuOf(page).getByRole('link', { name: 'Account' }).click()
  const question = page.getByRole('dialog', { name: 'Go on without saving?' })
  await expect(question).toContainText('“Devices”')
  await question.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('heading', { name: 'Users', exact: true, level: 1 })).toBeVisible()

  await menuOf(page).getByRole('link', { name: 'Account' }).click()
  await question.getByRole('button', { name: 'Back to that page' }).click()
  await expect(number).toHaveValue('SL-12')

  await page.goBack()
  await goTo(page, 'Alarms')
  await menuOf(page).getByRole('link', { name: 'Account' }).click()
  await question.getByRole('button', { name: 'Go on' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/user\/login/)
  expect(await pagesIn(page)).toEqual([])
})
