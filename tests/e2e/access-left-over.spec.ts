import type { Page } from '@playwright/test'
import { expectSound } from './support/axe.ts'
import { expect, test, windowOf } from './support/test.ts'

const landmarks = { type: 'rule' as const, values: ['landmark-one-main', 'landmark-no-duplicate-main', 'page-has-heading-one'] }

const boxesOf = (page: Page) =>
  page.getByRole('checkbox').evaluateAll((boxes) => boxes.map((box) => Math.min(box.clientWidth, box.clientHeight)))

test('what axe calls good practice holds too: every column has a name, and the wall of a viewing station a heading', async ({ people }) => {
  const page = await people.enter('/device/index')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expectSound(page, 'the table of devices', { type: 'rule', values: ['empty-table-header', ...landmarks.values] })
  expect(Math.min(...(await boxesOf(page)))).toBeGreaterThanOrEqual(20)

  const { origin } = new URL(page.url())
  await page.goto(`${origin}/user/live?kiosk=true&split=1`)
  await expect(page.getByRole('heading', { level: 1, name: 'Video' })).toBeAttached()
  await expectSound(page, 'the wall of a viewing station', landmarks)
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
