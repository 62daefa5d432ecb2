import { test as base } from '@playwright/test'
import { Stack } from '#tests/support/stack.ts'
import { expect, signIn } from './support/test.ts'

/** One service and its devices, for all walks of this file. */
const test = base.extend<object, { stack: Stack }>({
  stack: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, lend) => {
      const stack = await Stack.start(['simulator'])
      await lend(stack)
      await stack.close()
    },
    { scope: 'worker' },
  ],
})

test('an operator who opens the address of the users is brought back, and told why', async ({ page, stack }) => {
  await signIn(page, stack, { role: 'site-operator', path: '/account' })
  await expect(page.getByRole('heading', { name: 'Account' })).toBeVisible()
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await expect(menu.getByRole('link', { name: 'Devices' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Users' })).toHaveCount(0)

  await test.step('from another page of the app, to that page', async () => {
    await page.evaluate(() => {
      history.pushState({}, '', '/user/user/userlist')
      dispatchEvent(new PopStateEvent('popstate', { state: {} }))
    })
    await expect(page.getByRole('alert')).toContainText('Your role does not include the page “Users”.')
    await expect(page).toHaveURL(/\/user\/account$/)
    await page.getByRole('alert').getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(page).toHaveURL(/\/user\/account$/)
  })

  await test.step('from elsewhere, to the first page', async () => {
    await page.goto(stack.address('/user/userlist'))
    await expect(page.getByRole('alert')).toContainText('Your role does not include the page “Users”.')
    await expect(page).toHaveURL(/\/user\/live\?/)
  })
})

test('an administrator finds people by name, e-mail and state', async ({ page, stack }) => {
  await signIn(page, stack)
  await page.getByRole('link', { name: 'Users' }).click()
  await expect(page.getByRole('row', { name: /Marit de Vries you/ })).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(6)
  await page.getByRole('searchbox', { name: 'Search name or e-mail' }).fill('GUARD@')
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('row', { name: /Li Wen Activated Live video only/ })).toBeVisible()
  await page.getByLabel('Status').selectOption('Frozen')
  await expect(page.getByText('Nobody matches the search.')).toBeVisible()
})
