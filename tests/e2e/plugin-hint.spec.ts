import { readFileSync } from 'node:fs'
import { test as base, type Page } from '@playwright/test'
import { Stack } from '#tests/support/stack.ts'
import { look } from './support/axe.ts'
import { expect, expectLive, openCamera, signIn, test as withPlugin, windowOf } from './support/test.ts'
import { setVisibility } from './support/visibility.ts'

/** `stack`: a machine on which the plugin does not run yet; `farStack`: one with it, of which `farPage` believes that it is another than its own. */
const test = base.extend<{ stack: Stack; farStack: Stack; farPage: Page }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
  stack: async ({}, lend) => {
    const stack = await Stack.start(['simulator'])
    await lend(stack)
    await stack.close()
  },
  // oxlint-disable-next-line no-empty-pattern -- see above
  farStack: async ({}, lend) => {
    const stack = await Stack.start(['simulator', 'plugin'], { host: 'video.example' })
    await lend(stack)
    await stack.close()
  },
  farPage: async ({ playwright, launchOptions, locale, farStack }, lend) => {
    const flags = [
      '--host-resolver-rules=MAP video.example 127.0.0.1',
      `--unsafely-treat-insecure-origin-as-secure=${new URL(farStack.address()).origin}`,
      `--ip-address-space-overrides=127.0.0.1:${farStack.port}=public`,
    ]
    const browser = await playwright.chromium.launch({ ...launchOptions, args: [...(launchOptions.args ?? []), ...flags] })
    await lend(await browser.newPage({ ...(locale !== undefined && { locale }) }))
    await browser.close()
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
  await expect(taken).toHaveText(/\/\S.*\.jpg\s*$/)
  const path = /(\/\S.*\.jpg)$/.exec((await taken.innerText()).trim())?.[1] ?? ''
  expect([...readFileSync(path).subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff])
})

withPlugin('when the plugin goes away the relay takes over, and the screen says which', { tag: '@deep' }, async ({ people, stack }) => {
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

withPlugin(
  'a page that is hidden leaves no window at the plugin, and has it back when it is seen again',
  { tag: '@deep' },
  async ({ people, stack }) => {
    const page = await people.enter('/live?split=1')
    await openCamera(page, 'Gate 1 – entry')
    await expect(page.getByText('Video by the local plugin')).toBeVisible()
    await expect.poll(async () => (await stack.stats('plugin'))['windows']).toBe(1)
    await setVisibility(page, 'hidden')
    await expect.poll(async () => (await stack.stats('plugin'))['windows']).toBe(0)
    await setVisibility(page, 'visible')
    await expect.poll(async () => (await stack.stats('plugin'))['windows']).toBe(1)
    await expect(windowOf(page, 1)).toHaveAttribute('data-state', 'playing')
  },
)

test('a page of another machine asks the browser for the plugin on a click, with an explanation; until it agrees video comes by the relay', {
  tag: '@deep',
}, async ({ farPage: page, farStack: stack }) => {
  const name = 'loopback-network'
  const permission = () =>
    page.evaluate(async (asked) => (await navigator.permissions.query({ name: asked as PermissionName })).state, name)
  await signIn(page, stack, { path: '/live?split=1' })
  await openCamera(page, 'Gate 1 – entry')
  await expectLive(page, 1)
  await page.getByRole('button', { name: 'Use the plugin' }).click()
  const dialog = page.getByRole('dialog', { name: 'The plugin on this computer' })
  await expect(dialog.getByText('The browser will ask whether this page may reach apps on this computer.')).toBeVisible()
  expect(await dialog.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
  expect(await permission()).toBe('prompt')
  await look(page, 'permission-needed')

  // A browser without a screen answers its own question with no.
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('The browser blocks apps on this computer for this page.')).toBeVisible()
  expect(await permission()).toBe('denied')
  await look(page, 'permission-denied')
  await expect(page.getByText('Video by the relay')).toBeVisible()
  await expectLive(page, 1)

  const session = await page.context().newCDPSession(page)
  const { browserContextId } = (await session.send('Target.getTargetInfo')).targetInfo
  const { origin } = new URL(page.url())
  await session.send('Browser.setPermission', { permission: { name }, setting: 'granted', origin, browserContextId })
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Video by the local plugin')).toBeVisible()
  await expectLive(page, 1)
  await expect.poll(async () => (await stack.stats('plugin'))['windows']).toBe(1)
})
