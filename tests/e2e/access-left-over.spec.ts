import type { Page } from '@playwright/test'
import { jpegOf } from '#tests/support/seen-events.ts'
import { expectSound } from './support/axe.ts'
import { expect, test, windowOf } from './support/test.ts'
import { WatchedCamera } from './support/watched-camera.ts'

const landmarks = { type: 'rule' as const, values: ['landmark-one-main', 'landmark-no-duplicate-main', 'page-has-heading-one'] }

const boxesOf = (page: Page) =>
  page.getByRole('checkbox').evaluateAll((boxes) => boxes.map((box) => Math.min(box.clientWidth, box.clientHeight)))

test('what axe calls good practice holds too: every column has a name, every page a heading and one main part, every list of keys a place for the focus', async ({
  people,
}) => {
  const page = await people.enter('/device/index')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expectSound(page, 'the table of devices', { type: 'rule', values: ['empty-table-header', ...landmarks.values] })
  expect(Math.min(...(await boxesOf(page)))).toBeGreaterThanOrEqual(20)

  const { origin } = new URL(page.url())
  await page.goto(`${origin}/user/live?kiosk=true&split=1`)
  await expect(page.getByRole('heading', { level: 1, name: 'Video' })).toBeAttached()
  await expectSound(page, 'the wall of a viewing station', landmarks)

  await page.setViewportSize({ width: 1000, height: 420 })
  await page.goto(`${origin}/user/live?split=1`)
  await expect(page.getByRole('heading', { level: 1, name: 'Video' })).toBeVisible()
  await page.keyboard.press('?')
  const keys = page.getByRole('region', { name: 'Keyboard shortcuts' })
  await expect(keys).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(keys).toBeFocused()
  await page.keyboard.press('End')
  await expect(keys.getByText('This list')).toBeInViewport()
  await expectSound(page, 'the list of keys', { type: 'rule', values: ['scrollable-region-focusable'] })

  await page.goto(`${origin}/user/there/is/nothing`)
  await expect(page.getByRole('heading', { level: 1, name: 'There is no page at this address.' })).toBeVisible()
  await expectSound(page, 'a page that is not there', landmarks)
})

test('on a wide screen whoever has not chosen sees what the pages are called, and a wall that is held upright has its windows below each other', async ({
  people,
}) => {
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

test('pictures in the table of alarms are whole, and the words beside them stand on the line of all others', { tag: '@deep' }, async ({
  people,
  stack,
}) => {
  const camera = await WatchedCamera.connect(stack)
  camera.see(0, jpegOf('blue'))
  const page = await people.enter('/alerts')
  const row = page.getByRole('row').filter({ hasText: camera.nameOf(0) })
  await expect(async () => {
    const newer = page.getByRole('button', { name: /new alarms?$/ })
    if (await newer.isVisible()) await newer.click()
    await expect(row.getByRole('img', { name: /^Picture of / })).toBeVisible({ timeout: 500 })
  }).toPass()
  const { picture, around, lines } = await row.evaluate((element) => {
    const boxOf = (one: Element | null) => {
      const { top = 0, bottom = 0 } = one?.getBoundingClientRect() ?? {}
      return { top, bottom }
    }
    const range = document.createRange()
    const texts = ['alarm', 'source', 'site', 'time'].map((column) => {
      const cell = element.querySelector(`td[data-column="${column}"]`)
      const words = document.createTreeWalker(cell as Node, NodeFilter.SHOW_TEXT)
      let found = words.nextNode()
      // What only screen readers hear has no height.
      while (found !== null && (found.parentElement?.clientHeight === 1 || found.textContent?.trim() === '')) found = words.nextNode()
      range.selectNodeContents(found as Node)
      return Math.round(range.getBoundingClientRect().top)
    })
    return { picture: boxOf(element.querySelector('img')), around: boxOf(element), lines: texts }
  })
  expect(picture.bottom - picture.top).toBe(32)
  expect(picture.top).toBeGreaterThanOrEqual(around.top)
  expect(picture.bottom).toBeLessThanOrEqual(around.bottom)
  expect(Math.max(...lines) - Math.min(...lines)).toBeLessThanOrEqual(1)
  await camera.close()
})
