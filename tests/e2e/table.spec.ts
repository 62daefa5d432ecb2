import { join } from 'node:path'
import { test, type Page } from '@playwright/test'
import { servePage } from '#tests/support/page-server.ts'
import { expect } from './support/expect.ts'
import { expectSound } from './support/axe.ts'

/** More rows than anybody draws at once. */
const ROWS = 100_000
/** Drawn rows, with those beyond both edges, on a page of 900 pixels. */
const MOST_DRAWN = 80

let served: Awaited<ReturnType<typeof servePage>>
test.beforeAll(async () => {
  served = await servePage(join(import.meta.dirname, 'table-page'), 0, { hasComponents: true })
})
test.afterAll(() => served.close())

const row = (page: Page, number: number) => page.getByRole('row', { name: new RegExp(`Event ${number}\\b`) })

test('a table of a hundred thousand rows draws those in sight alone, wherever it is scrolled to', { tag: '@deep' }, async ({ page }) => {
  await page.goto(served.url)
  const table = page.getByRole('table', { name: 'Events' })
  await expect(row(page, 1)).toBeVisible()
  await expect(table).toHaveAttribute('aria-rowcount', String(ROWS + 1))
  expect(await page.getByRole('row').count()).toBeLessThan(MOST_DRAWN)
  // Scrolled there are rows behind the head, whose boxes nobody could press, and axe would.
  await expectSound(page, 'a long table')
  await page.mouse.move(400, 400)
  await page.mouse.wheel(0, 1_000_000)
  // It is where keys go on from, and drawn as long as it is.
  await expect(row(page, 1)).not.toBeInViewport()
  await expect(row(page, 2)).toBeHidden()
  // No hole where rows should be.
  const isFilled = () =>
    page.evaluate(() =>
      [50, 300, 600, 850].every((y) => document.elementFromPoint(200, y)?.closest('tr')?.matches('[data-index], thead tr')),
    )
  await expect.poll(isFilled).toBe(true)
  expect(await page.getByRole('row').count()).toBeLessThan(MOST_DRAWN)
})

test('keys move from row to row to both ends of a long table, open a row and choose it', async ({ page }) => {
  await page.goto(served.url)
  await expect(row(page, 1)).toBeVisible()
  await row(page, 1).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(row(page, 3)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status')).toHaveText('Open: Event 3. Chosen: 0.')
  await expect(row(page, 3)).toHaveAttribute('aria-current', 'true')
  await page.keyboard.press('End')
  await expect(row(page, ROWS)).toBeFocused()
  await expect(row(page, ROWS)).toBeInViewport()
  await expect(row(page, ROWS)).toHaveAttribute('aria-rowindex', String(ROWS + 1))
  await page.keyboard.press(' ')
  await page.keyboard.press('PageUp')
  await expect(row(page, ROWS - 10)).toBeFocused()
  await page.keyboard.press(' ')
  await expect(page.getByRole('status')).toHaveText('Open: Event 3. Chosen: 2.')
  await page.keyboard.press('Home')
  await expect(row(page, 1)).toBeFocused()
  // Not under the head.
  const below = await page.evaluate(() => {
    const [head, first] = [document.querySelector('thead th'), document.querySelector('[data-index="0"]')]
    return (first?.getBoundingClientRect().top ?? 0) - (head?.getBoundingClientRect().bottom ?? 0)
  })
  expect(below).toBeGreaterThanOrEqual(-1)
})

test('the focus stays on its row while that is scrolled out of sight, and goes on from there', { tag: '@deep' }, async ({ page }) => {
  await page.goto(served.url)
  await expect(row(page, 1)).toBeVisible()
  await row(page, 2).focus()
  await page.mouse.move(400, 400)
  await page.mouse.wheel(0, 500_000)
  await expect(row(page, 1)).toBeHidden()
  await expect(row(page, 2)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(row(page, 3)).toBeFocused()
  await expect(row(page, 3)).toBeInViewport()
})

test('a table as long as a page of the service has all its rows in the page, so that the browser’s own search finds them', {
  tag: '@deep',
}, async ({ page }) => {
  await page.goto(`${served.url}?rows=100`)
  await expect(row(page, 1)).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(101)
})

test('when the row that has the focus goes, the one in its place has it; rows that come before it take it from nobody', async ({
  page,
}) => {
  await page.goto(`${served.url}?rows=4`)
  await row(page, 2).focus()
  await page.keyboard.press('n')
  await expect(row(page, 0)).toBeVisible()
  await expect(row(page, 2)).toBeFocused()
  await page.keyboard.press('x')
  await expect(row(page, 2)).toHaveCount(0)
  await expect(row(page, 3)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(row(page, 4)).toBeFocused()
  // The last one.
  await page.keyboard.press('x')
  await expect(row(page, 4)).toHaveCount(0)
  await expect(row(page, 3)).toBeFocused()
})
