import type { Page } from '@playwright/test'
import type { Stack } from '#tests/support/stack.ts'

/** Signs in on the sign-in page, as a person does, and waits for the page asked for: the wall unless named. */
export async function signIn(page: Page, stack: Stack, options: { role?: string; port?: number; path?: string } = {}): Promise<void> {
  const user = stack.user(options.role)
  await page.goto(stack.address(options.path ?? '/live', options.port))
  await page.getByLabel('User name').fill(user.loginName)
  await page.getByRole('textbox', { name: 'Password' }).fill(user.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((url) => !url.pathname.endsWith('/login'))
}
