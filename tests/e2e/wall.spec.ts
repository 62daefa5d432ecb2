import type { Locator, Page } from '@playwright/test'
import { cameraOf, expect, expectLive, openCamera, signIn, test, watchComplaints, windowOf } from './support/test.ts'

async function dragTo(page: Page, from: Locator, to: Locator): Promise<void> {
  // The tree is longer than the screen, and a mouse reaches only what is on it.
  await from.scrollIntoViewIfNeeded()
  const [start, end] = await Promise.all([from.boundingBox(), to.boundingBox()])
  if (start === null || end === null) throw new Error('Nothing to drag.')
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2)
  await page.mouse.down()
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 3, { steps: 8 })
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2)
  await page.mouse.up()
}

/** What stands in a window, by its label. */
function expectShows(page: Page, number: number, name: string | RegExp) {
  return expect(windowOf(page, number)).toHaveAttribute(
    'aria-label',
    typeof name === 'string' ? new RegExp(`^Window ${number}: ${name}`) : name,
  )
}

test('cameras are dragged onto the wall, swapped by dragging, taken off, and stay where they were over a reload', async ({
  page,
  stack,
}) => {
  const complaints = watchComplaints(page)
  await signIn(page, stack, { path: '/live?split=4' })
  await dragTo(page, cameraOf(page, 'Hall A – racks'), windowOf(page, 3))
  await expectShows(page, 3, 'Hall A – racks')
  await dragTo(page, cameraOf(page, 'Gate 1 – entry'), windowOf(page, 1))
  await expectLive(page, 1)
  await expectLive(page, 3)
  await dragTo(page, windowOf(page, 1), windowOf(page, 3))
  await expectShows(page, 1, 'Hall A – racks')
  await expectShows(page, 3, 'Gate 1 – entry')
  // The pictures move with their windows; nothing is opened again.
  await expectLive(page, 1)
  await expectLive(page, 3)
  await windowOf(page, 1).hover()
  await windowOf(page, 1).getByRole('button', { name: 'Remove from the wall' }).click()
  await expectShows(page, 1, /^Window 1: empty/)
  await page.reload()
  await expectShows(page, 3, 'Gate 1 – entry')
  await expectLive(page, 3)
  expect(complaints).toEqual([])
})

test('a wall of 16 is filled and every window plays', async ({ page, stack }) => {
  await signIn(page, stack, { path: '/live?split=4' })
  await page.getByRole('button', { name: '16 windows' }).click()
  await expect(page.locator('[data-cell]:visible')).toHaveCount(16)
  const cameras = page.getByRole('treeitem', { name: /^Online / })
  await cameras.nth(15).waitFor()
  const count = 16
  for (let index = 0; index < count; index++) await cameras.nth(index).dblclick()
  for (let number = 1; number <= count; number++) await expectLive(page, number)
  for (const split of [9, 1, 4]) {
    await page.getByRole('button', { name: `${split} windows`, exact: true }).click()
    await expect(page.locator('[data-cell]:visible')).toHaveCount(split)
    await expectLive(page, 1)
  }
})

test('a layout is saved under a name, refused under the same name, loaded again, and deleted with a way back', async ({ page, stack }) => {
  await signIn(page, stack, { role: 'site-operator', path: '/live?split=4' })
  await openCamera(page, 'Gate 1 – entry')
  await expectLive(page, 1)
  await page.getByRole('button', { name: 'Layouts' }).click()
  await page.getByRole('textbox', { name: 'Name of the layout' }).fill('Night watch')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Layouts' })).toContainText('Night watch')
  await page.getByRole('button', { name: '1 windows' }).click()
  await windowOf(page, 1).focus()
  await page.keyboard.press('Delete')
  await expectShows(page, 1, /^Window 1: empty/)

  await page.getByRole('button', { name: 'Layouts' }).click()
  await page.getByRole('textbox', { name: 'Name of the layout' }).fill('Night watch')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(/already/)).toBeVisible()
  await page.getByRole('button', { name: 'Night watch', exact: true }).click()
  await expect(page.locator('[data-cell]:visible')).toHaveCount(4)
  await expectShows(page, 1, 'Gate 1 – entry')
  await expectLive(page, 1)

  await page.getByRole('button', { name: 'Layouts' }).click()
  await page.getByRole('button', { name: 'Delete “Night watch”' }).click()
  await expect(page.getByRole('button', { name: 'Night watch', exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Layouts' }).click()
  await expect(page.getByRole('button', { name: 'Night watch', exact: true })).toBeVisible()
})

test('the wall is worked by keyboard alone: tree, windows, swap, full screen, list of keys', async ({ page, stack }) => {
  await signIn(page, stack, { path: '/live?split=4' })
  await page.getByRole('tree').waitFor()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('Hall B – racks')
  await expect(cameraOf(page, 'Hall B – racks')).toBeVisible()
  await page.keyboard.press('Tab')
  while (!(await cameraOf(page, 'Hall B – racks').evaluate((item) => item === document.activeElement)))
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expectLive(page, 1)
  await windowOf(page, 1).focus()
  await page.keyboard.press('Shift+ArrowRight')
  await expectShows(page, 2, 'Hall B – racks')
  await page.keyboard.press('1')
  await expect(windowOf(page, 1)).toHaveAttribute('aria-current', 'true')
  await page.keyboard.press('2')
  await page.keyboard.press('f')
  await expect.poll(() => page.evaluate(() => document.fullscreenElement?.getAttribute('data-cell'))).toBe('1')
  await page.keyboard.press('f')
  await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBeNull()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Delete')
  await expectShows(page, 2, /^Window 2: empty/)
})

test('when the plugin goes away the relay takes over, and the screen says which', async ({ page, stack }) => {
  await signIn(page, stack, { path: '/live?split=1' })
  await openCamera(page, 'Parking – south')
  await expectLive(page, 1)
  await expect(page.getByText('Video by the local plugin')).toBeVisible()
  await stack.stopPart('plugin', 'SIGKILL')
  await expect(page.getByText('Video by the relay')).toBeVisible()
  await expectLive(page, 1)
  await stack.startPart('plugin')
  await expect(page.getByText('Video by the local plugin')).toBeVisible({ timeout: 45_000 })
  await expectLive(page, 1)
})

test('a guard who may only watch sees the assigned cameras, no way to add devices, and is told why a page is closed', async ({
  page,
  stack,
}) => {
  await signIn(page, stack, { role: 'live-only', path: '/device/index' })
  await expect(page.getByRole('button', { name: 'Add device' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Video' }).click()
  await openCamera(page, 'Gate 1 – entry')
  await expectLive(page, 1)
})
