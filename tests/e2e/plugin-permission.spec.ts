import { test as base, type Page } from '@playwright/test'
import { Stack } from '#tests/support/stack.ts'
import { look } from './support/axe.ts'
import { expect, expectLive, openCamera, signIn } from './support/test.ts'

/** `farStack`: one with the plugin, of which `farPage` believes that it is another machine than its own. */
const test = base.extend<{ farStack: Stack; farPage: Page }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
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
