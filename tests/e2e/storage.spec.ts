import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CDPSession, Page } from '@playwright/test'
import type { Stack } from '#tests/support/stack.ts'
import { profileTest as test } from './support/profile.ts'
import { expect, signIn } from './support/test.ts'

/** Not that of the line which says what the browser lacks. */
const understood = (page: Page) => page.getByRole('status').getByRole('button', { name: 'Understood' })

function cdp(page: Page): Promise<CDPSession> {
  return page.context().newCDPSession(page)
}

async function openDevices(page: Page, stack: Stack): Promise<void> {
  await page.goto(stack.address('/device/index'))
  await expect(page.getByRole('row').filter({ hasText: 'Shop recorder' })).toBeVisible()
}

test('500 damaged records are set aside and told once, and the app runs', { tag: '@deep' }, async ({ profile, stack }) => {
  const { page } = profile
  await signIn(page, stack, { path: '/device/index' })
  await expect(page.getByRole('row').filter({ hasText: 'Shop recorder' })).toBeVisible()
  // Every record but the session becomes rubbish, and 500 more come; an answer that is asked for anew before it is read heals by itself.
  // While no core runs that would find it at once.
  const outside = await profile.restart()
  await outside.goto(stack.address('/manifest.webmanifest'))
  await outside.evaluate(async () => {
    const open = indexedDB.open('sightline')
    await new Promise((resolve) => {
      open.onsuccess = resolve
    })
    const names = ['answers', 'openAnswers', 'snapshots', 'pictures', 'walls', 'outbox', 'drafts']
    const transaction = open.result.transaction(names, 'readwrite')
    for (const name of names) {
      const store = transaction.objectStore(name)
      const keys = store.getAllKeys()
      await new Promise((resolve) => {
        keys.onsuccess = resolve
      })
      for (const key of keys.result) store.put({ atMs: 1, value: 'rubbish' }, key)
    }
    for (let count = 0; count < 500; count += 1) transaction.objectStore('walls').put({ atMs: 1, value: { iv: 1 } }, `rubbish ${count}`)
    await new Promise((resolve) => {
      transaction.oncomplete = resolve
    })
    open.result.close()
  })
  const next = await profile.restart()
  await openDevices(next, stack)
  await expect(next.getByText(/^5\d\d items kept on this computer were damaged/)).toBeVisible()
  const second = await next.context().newPage()
  await openDevices(second, stack)
  await understood(second).click()
  for (const tab of [next, second]) await expect(tab.getByText(/were damaged/)).toBeHidden()
  await openDevices(next, stack)
  await expect(next.getByText(/were damaged/)).toBeHidden()
})

test('storage cleared under the running app is said; one stays signed in, also after a restart', { tag: '@deep' }, async ({
  profile,
  stack,
}) => {
  const { page } = profile
  await signIn(page, stack, { path: '/device/index' })
  await expect(page.getByRole('row').filter({ hasText: 'Shop recorder' })).toBeVisible()
  const session = await cdp(page)
  await session.send('Storage.clearDataForOrigin', { origin: new URL(page.url()).origin, storageTypes: 'indexeddb' })
  await expect(page.getByText(/^The browser has cleared what this app kept/)).toBeVisible()
  await understood(page).click()
  await expect(understood(page)).toBeHidden()
  const next = await profile.restart()
  await openDevices(next, stack)
  await expect(understood(next)).toBeHidden()
})

test('a full disk is said, and the app goes on from memory', async ({ page, stack }) => {
  const session = await cdp(page)
  const { origin } = new URL(stack.address())
  // Before the first write: the browser looks at the space that is left only from time to time.
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 })
  await signIn(page, stack, { path: '/device/index' })
  await expect(page.getByText(/^The disk space of this browser is used up/)).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Shop recorder' })).toBeVisible()
  await session.send('Storage.overrideQuotaForOrigin', { origin })
  await page.getByRole('link', { name: 'Alarms' }).click()
  await page.getByRole('button', { name: 'Unread', exact: true }).click()
  await expect(page.getByText(/^The disk space/)).toBeHidden()
})

test('where the browser keeps nothing one can sign in and work all the same, and is told once what that means', { tag: '@deep' }, async ({
  profile,
  stack,
}) => {
  await profile.close()
  // As in a private window or a broken profile, for pages and workers alike: the place of the databases is no folder.
  writeFileSync(join(profile.folder, 'Default', 'IndexedDB'), '')
  const page = await profile.restart()
  await signIn(page, stack, { path: '/device/index' })
  const told = page.getByText(
    'This browser keeps nothing for this app, as in a private window. Everything works, but after closing it you must sign in again, and nothing opens without a network.',
  )
  await expect(told).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Shop recorder' })).toBeVisible()
  const second = await page.context().newPage()
  await openDevices(second, stack)
  await understood(second).click()
  for (const tab of [page, second]) await expect(understood(tab)).toBeHidden()
  await second.reload()
  await expect(second.getByRole('row').filter({ hasText: 'Shop recorder' })).toBeVisible()
  await expect(understood(second)).toBeHidden()

  const chinese = await profile.restart({ locale: 'zh-CN' })
  const { loginName, password } = stack.user()
  await chinese.goto(stack.address('/device/index'))
  // Chosen here: else the language of the profile follows.
  await chinese.getByRole('button', { name: '简体中文' }).click()
  await chinese.getByLabel('用户名').fill(loginName)
  await chinese.getByRole('textbox', { name: '密码' }).fill(password)
  await chinese.getByRole('button', { name: '登录' }).click()
  const toldInChinese = '此浏览器不会为本应用保存任何数据（例如无痕窗口）。功能不受影响，但关闭后需要重新登录，断网时也无法打开。'
  await expect(chinese.getByText(toldInChinese)).toBeVisible()
})

test('a tab of an older version that holds the storage is said; when it is closed everything is kept', { tag: '@deep' }, async ({
  profile,
  stack,
}) => {
  const { page } = profile
  // An address without the app, on which an old version left the database open.
  await page.goto(stack.address('/manifest.webmanifest'))
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const open = indexedDB.open('sightline', 1)
        open.onupgradeneeded = () => {
          for (const name of ['seal', 'answers', 'snapshots', 'walls']) open.result.createObjectStore(name).createIndex('atMs', 'atMs')
        }
        open.onsuccess = () => resolve()
      }),
  )
  const next = await page.context().newPage()
  await signIn(next, stack, { path: '/device/index' })
  await expect(next.getByText(/^A tab with an older version/)).toBeVisible()
  await expect(next.getByRole('row').filter({ hasText: 'Shop recorder' })).toBeVisible()
  await page.close()
  await expect(next.getByText(/^A tab with an older version/)).toBeHidden()
  await openDevices(await profile.restart(), stack)
})

test('the browser is asked to keep the storage once somebody is signed in, not before', { tag: '@deep' }, async ({ page, stack }) => {
  await page.addInitScript(() => {
    const asked = { count: 0 }
    Object.assign(globalThis, { asked })
    StorageManager.prototype.persist = () => {
      asked.count += 1
      return Promise.resolve(true)
    }
  })
  const count = () => page.evaluate(() => (globalThis as unknown as { asked: { count: number } }).asked.count)
  await page.goto(stack.address('/login'))
  await expect(page.getByLabel('User name')).toBeVisible()
  expect(await count()).toBe(0)
  const { loginName, password } = stack.user()
  await page.getByLabel('User name').fill(loginName)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
  await expect.poll(count).toBe(1)
})
