import { mergeTests, type Page } from '@playwright/test'
import { userConfigsList } from '#contract/calls/config/user-configs-list.ts'
import { profileGet } from '#contract/calls/user/profile-get.ts'
import { profileUpdate } from '#contract/calls/user/profile-update.ts'
import { SCHEME_ATTRIBUTE } from '#src/ui/theme/kept-theme.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import type { Stack } from '#tests/support/stack.ts'
import { test as netTest } from './support/net.ts'
import { profileTest } from './support/profile.ts'
import { expect, signIn } from './support/test.ts'

const test = mergeTests(netTest, profileTest)

const clientOf = (stack: Stack) => new ServiceClient(`http://127.0.0.1:${stack.port}`).signIn(stack.user())
const shownTheme = (page: Page) => page.locator('html')

/** Signs in, on a page that opens without the network from then on. */
async function begin(page: Page, { stack, port }: { stack: Stack; port: number }, path: string): Promise<void> {
  await signIn(page, stack, { port, path })
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
}

test('a theme that shows when the browser is killed shows when it is started again, though the service has not heard of it', async ({
  profile,
  net: { stack, proxy, port },
}) => {
  await begin(profile.page, { stack, port }, '/account')
  await expect(shownTheme(profile.page)).toHaveAttribute(SCHEME_ATTRIBUTE, 'light')
  proxy.cut()
  await profile.page.getByLabel('Theme').selectOption('dark')
  await expect(shownTheme(profile.page)).toHaveAttribute(SCHEME_ATTRIBUTE, 'dark')
  await profile.kill()
  const page = await profile.restart()
  await page.goto(stack.address('/account', port))
  await expect(page.getByLabel('Theme')).toHaveValue('dark')
  await expect(shownTheme(page)).toHaveAttribute(SCHEME_ATTRIBUTE, 'dark')
  const client = await clientOf(stack)
  const themeOf = async () => (await client.call(profileGet, undefined)).theme
  expect(await themeOf()).toBe('system')
  proxy.restore()
  await expect.poll(themeOf, { timeout: 15_000 }).toBe('dark')
  await client.call(profileUpdate, { theme: 'system' })
})

test('a layout that is said to be saved when the browser is killed is there afterwards', { tag: '@deep' }, async ({
  profile,
  net: { stack, proxy, port },
}) => {
  await begin(profile.page, { stack, port }, '/live')
  await expect(profile.page.getByRole('treeitem').first()).toBeVisible()
  for (const [name, isCut] of [
    ['By day', false],
    ['By night', true],
  ] as const) {
    const { page } = profile
    if (isCut) proxy.cut()
    await page.getByRole('button', { name: 'Layouts' }).click()
    await page.getByLabel('Name of the layout').fill(name)
    await page.getByRole('dialog', { name: 'Layouts' }).getByRole('button', { name: 'Save', exact: true }).click()
    await expect(isCut ? page.getByText(/^Kept here/) : page.getByRole('button', { name: 'Layouts' })).toContainText(isCut ? '' : name)
    await profile.kill()
    const next = await profile.restart()
    await next.goto(stack.address('/live', port))
    await next.getByRole('button', { name: 'Layouts' }).click()
    await expect(next.getByRole('button', { name, exact: true })).toBeVisible()
    await next.keyboard.press('Escape')
  }
  proxy.restore()
  const client = await clientOf(stack)
  const names = async () => (await client.call(userConfigsList, { configType: 'layout' })).configs.map(({ configName }) => configName)
  await expect.poll(names).toEqual(expect.arrayContaining(['By day', 'By night']))
})
