import { readFileSync, rmSync } from 'node:fs'
import { deep } from '#tests/support/depth.ts'
import { expect, expectLive, openCamera, test, windowOf } from './support/test.ts'
import { setVisibility } from './support/visibility.ts'

test.use({ serviceWorkers: deep('allow', 'block') })

test('without the plugin the relay plays, a hint says why, and a plugin started later is taken on a click and takes snapshots into its folder', async ({
  people,
  stack,
}) => {
  await stack.stopPart('plugin')
  const page = await people.enter('/live?split=1')
  await openCamera(page, 'Gate 1 – entry')
  await expectLive(page, 1)
  await expect(page.getByText('Video by the relay')).toBeVisible()
  await page.getByRole('button', { name: 'Without the plugin' }).click()
  const dialog = page.getByRole('dialog', { name: 'The plugin on this computer' })
  await expect(dialog.getByText(/No plugin was found/)).toBeVisible()
  // Nothing comes of it, and nothing is lost by it.
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByRole('button', { name: 'Try again' })).toBeEnabled()
  await expectLive(page, 1)

  await stack.startPart('plugin')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Video by the local plugin')).toBeVisible()
  await expectLive(page, 1)
  await expect.poll(async () => (await stack.stats('plugin'))['windows']).toBe(1)

  await windowOf(page, 1).focus()
  await page.keyboard.press('s')
  await page.getByRole('button', { name: 'Show the snapshots' }).click()
  const taken = page.getByRole('list', { name: 'Snapshots' }).getByRole('paragraph')
  await expect(taken).toHaveText(/\/\S.*\.jpg\s*$/)
  const path = /(\/\S.*\.jpg)$/.exec((await taken.innerText()).trim())?.[1] ?? ''
  expect([...readFileSync(path).subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff])
  rmSync(path)
})

test('when the plugin goes away the relay takes over, and the screen says which', { tag: '@deep' }, async ({ people, stack }) => {
  const page = await people.enter('/live?split=1')
  await openCamera(page, 'Parking – south')
  await expectLive(page, 1)
  await expect(page.getByText('Video by the local plugin')).toBeVisible()
  await stack.stopPart('plugin', 'SIGKILL')
  await expect(page.getByText('Video by the relay')).toBeVisible()
  await expectLive(page, 1)
  // Looked for every half minute. Among the tests that have the machine to themselves it would stand idle meanwhile.
  await stack.startPart('plugin')
  await expect(page.getByText('Video by the local plugin')).toBeVisible({ timeout: 45_000 })
  await expectLive(page, 1)
})

test('a page that is hidden leaves no window at the plugin, and has it back when it is seen again', { tag: '@deep' }, async ({
  people,
  stack,
}) => {
  const page = await people.enter('/live?split=1')
  await openCamera(page, 'Gate 1 – entry')
  await expect(page.getByText('Video by the local plugin')).toBeVisible()
  await expect.poll(async () => (await stack.stats('plugin'))['windows']).toBe(1)
  await setVisibility(page, 'hidden')
  await expect.poll(async () => (await stack.stats('plugin'))['windows']).toBe(0)
  await setVisibility(page, 'visible')
  await expect.poll(async () => (await stack.stats('plugin'))['windows']).toBe(1)
  await expect(windowOf(page, 1)).toHaveAttribute('data-state', 'playing')
})
