import { readFileSync } from 'node:fs'
import { test as base } from '@playwright/test'
import { Stack } from '#tests/support/stack.ts'
import { expect, expectLive, openCamera, signIn, windowOf } from './support/test.ts'

/** A machine on which the plugin does not run yet. */
const test = base.extend<{ stack: Stack }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
  stack: async ({}, lend) => {
    const stack = await Stack.start(['simulator'])
    await lend(stack)
    await stack.close()
  },
})

test('without the plugin the relay plays, a hint says why, and a plugin started later is taken on a click and takes snapshots into its folder', async ({
  page,
  stack,
}) => {
  await signIn(page, stack, { path: '/live?split=1' })
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
  const path = /(\/\S.*\.jpg)$/.exec((await taken.innerText()).trim())?.[1] ?? ''
  expect([...readFileSync(path).subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff])
})

test('a page that is hidden leaves no window at the plugin, and has it back when it is seen again', async ({ page, stack }) => {
  await stack.startPart('plugin')
  await signIn(page, stack, { path: '/live?split=1' })
  await openCamera(page, 'Gate 1 – entry')
  await expect(page.getByText('Video by the local plugin')).toBeVisible()
  await expect.poll(async () => (await stack.stats('plugin'))['windows']).toBe(1)
  const setVisibility = (state: string) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  await setVisibility('hidden')
  await expect.poll(async () => (await stack.stats('plugin'))['windows']).toBe(0)
  await setVisibility('visible')
  await expect.poll(async () => (await stack.stats('plugin'))['windows']).toBe(1)
  await expect(windowOf(page, 1)).toHaveAttribute('data-state', 'playing')
})
