import { expectSoundEverywhere } from './support/axe.ts'
import { expect, signIn, test, watchComplaints } from './support/test.ts'

test.use({ serviceWorkers: 'block' })

test('a wrong password is answered beside its field with the attempts left, and loses nothing', async ({ page, stack }) => {
  await page.goto(stack.address('/login'))
  await page.getByLabel('User name').fill('nobody.here')
  await page.getByRole('textbox', { name: 'Password' }).fill('wrong-Password1')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText(/4 attempts left/)).toBeVisible()
  await expect(page.getByLabel('User name')).toHaveValue('nobody.here')
  await expect(page.getByRole('textbox', { name: 'Password' })).toHaveValue('wrong-Password1')
  await expect(page.getByRole('textbox', { name: 'Password' })).toBeFocused()
})

test('the language chosen before signing in is kept, and every word follows it', { tag: '@deep' }, async ({ page, stack }) => {
  await page.goto(stack.address('/login'))
  await page.getByRole('button', { name: '简体中文' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  await expect(page.getByRole('button', { name: '登录' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: '登录' })).toBeVisible()
})

test('the sign-in page carries the customer’s name, picture and colour', { tag: '@deep' }, async ({ page, stack }) => {
  await page.goto(stack.address('/login'))
  await expect(page.getByRole('heading', { name: 'Harbor Logistics' })).toBeVisible()
  await expect(page).toHaveTitle(/Harbor Logistics/)
})

test('the sign-in page and its errors read well for everybody, in both themes, wide and narrow', { tag: '@deep' }, async ({
  page,
  stack,
}) => {
  await page.goto(stack.address('/login'))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Enter your user name.')).toBeVisible()
  await expectSoundEverywhere(page, 'sign-in with an error')
})

test('a signed-in person comes back to the page first asked for, stays signed in over a reload, and signs out for good', async ({
  page,
  stack,
}) => {
  const complaints = watchComplaints(page)
  await signIn(page, stack, { path: '/device/index' })
  await expect(page).toHaveURL(/\/user\/device\/index/)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Devices' })).toBeVisible()
  await page.goto(stack.address('/login'))
  await expect(page).toHaveURL(/\/user\/live/)
  await page.getByRole('link', { name: /^Account/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/user\/login/)
  await page.goto(stack.address('/live'))
  await expect(page).toHaveURL(/\/user\/login/)
  expect(complaints).toEqual([])
})

test('no token is in reach of a page', async ({ page, stack }) => {
  await signIn(page, stack)
  const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]) + document.cookie)
  expect(kept).not.toMatch(/[A-Za-z0-9_-]{40,}/)
  const answers = await page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '')
    const databases = await Promise.all(
      names.map(
        (name) =>
          new Promise<IDBDatabase>((resolve, reject) =>
            Object.assign(indexedDB.open(name), {
              onsuccess: (event: Event) => resolve((event.target as IDBOpenDBRequest).result),
              onerror: reject,
            }),
          ),
      ),
    )
    const records = await Promise.all(
      databases.flatMap((database) =>
        [...database.objectStoreNames].map(
          (store) =>
            new Promise<unknown[]>((resolve) =>
              Object.assign(database.transaction(store).objectStore(store).getAll(), {
                onsuccess: (event: Event) => resolve((event.target as IDBRequest<unknown[]>).result),
              }),
            ),
        ),
      ),
    )
    const keys = records
      .flat(2)
      .filter((value) => typeof value === 'object' && value !== null)
      .flatMap((value) => Object.values(value))
      .filter((value): value is CryptoKey => value instanceof CryptoKey)
    return { text: JSON.stringify(records), extractable: keys.map((key) => key.extractable) }
  })
  expect(answers.text).not.toMatch(/"token"/)
  expect(answers.extractable).not.toContain(true)
})
