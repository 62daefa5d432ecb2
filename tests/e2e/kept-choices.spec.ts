import { profileGet } from '#contract/calls/user/profile-get.ts'
import { profileUpdate } from '#contract/calls/user/profile-update.ts'
import { SCHEME_ATTRIBUTE } from '#src/ui/theme/kept-theme.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import { profileTest as test } from './support/profile.ts'
import { expect, signIn } from './support/test.ts'

// What shows while the service has not heard of it is held by `core-outbox.test.ts`.
test('a theme that shows when the browser is killed shows when it is started again', async ({ profile, stack }) => {
  await signIn(profile.page, stack, { path: '/account' })
  await expect(profile.page.locator('html')).toHaveAttribute(SCHEME_ATTRIBUTE, 'light')
  await profile.page.getByLabel('Theme').selectOption('dark')
  await expect(profile.page.locator('html')).toHaveAttribute(SCHEME_ATTRIBUTE, 'dark')
  await profile.kill()
  const page = await profile.restart()
  await page.goto(stack.address('/account'))
  await expect(page.getByLabel('Theme')).toHaveValue('dark')
  await expect(page.locator('html')).toHaveAttribute(SCHEME_ATTRIBUTE, 'dark')
  const client = await new ServiceClient(`http://127.0.0.1:${stack.port}`).signIn(stack.user())
  await expect.poll(async () => (await client.call(profileGet, undefined)).theme).toBe('dark')
  await client.call(profileUpdate, { theme: 'system' })
})
