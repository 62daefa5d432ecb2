import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { profileGet } from '#contract/calls/user/profile-get.ts'
import { expectSoundEverywhere } from './support/axe.ts'
import { expect, test } from './support/house.ts'
import { signIn, watchComplaints } from './support/test.ts'

const row = (page: Page, name: string) => page.getByRole('list', { name: 'What is kept' }).getByRole('listitem').filter({ hasText: name })

async function serviceWorkerReady(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state)).toBe('activated')
}

test('the storage page tells what is kept and how large it is, and clears one kind after a question, by keyboard alone', {
  tag: '@deep',
}, async ({ people, house }) => {
  const page = await people.tab()
  const complaints = watchComplaints(page)
  await page.goto(house.stack.address('/account'))
  await serviceWorkerReady(page)
  await page.getByRole('link', { name: 'Storage', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveTitle(/^(\(\d+\) )?Storage on this computer – /)
  await expect(row(page, 'Lists and pages')).toContainText(/\d+ items?, \d/)
  await expect(row(page, 'The app itself')).toContainText(/\d+ items, [\d.]+ MB/)
  await expect(row(page, 'Changes not sent yet')).toContainText('Nothing')
  await expect(page.getByRole('list', { name: 'Space' })).toContainText(/Used by this app.*\d/)
  await expectSoundEverywhere(page, 'Storage')

  const count = async () => Number(/(\d+) items?,/.exec((await row(page, 'Lists and pages').textContent()) ?? '')?.[1] ?? 0)
  const before = await count()
  const clear = page.getByRole('button', { name: 'Clear: Lists and pages' })
  await clear.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Clear “Lists and pages”?' })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectSoundEverywhere(page, 'Question before clearing')
  await page.keyboard.press('Escape')
  await expect(clear).toBeFocused()
  // What is fetched meanwhile is kept too.
  expect(await count()).toBeGreaterThanOrEqual(before)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Cleared: Lists and pages')).toBeVisible()
  await expect.poll(count).toBeLessThan(before)
  expect(complaints).toEqual([])
})

test('what has not reached the service is not lost without being named first', { tag: '@deep' }, async ({ people, house }) => {
  const page = await people.enter('/account', 'site-operator')
  await serviceWorkerReady(page)
  await expect(page.getByLabel('Display name')).not.toHaveValue('')
  const name = await page.getByLabel('Display name').inputValue()
  await house.stack.stopPart('service')
  await page.getByLabel('Display name').fill('Never sent')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('link', { name: 'Storage', exact: true }).click()
  await expect(row(page, 'Changes not sent yet')).toContainText('1 item,')
  await expect(row(page, 'Changes not sent yet').getByRole('link', { name: 'Look at them' })).toHaveAttribute('href', /\/outbox$/)
  await page.getByRole('button', { name: 'Clear: Changes not sent yet' }).click()
  await expect(page.getByText('1 change has not reached the service. It is lost for good.')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(row(page, 'Changes not sent yet')).toContainText('Nothing')
  // Without the service the app is not thrown away.
  await page.getByRole('button', { name: 'Fetch anew' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Fetch anew' }).press('Enter')
  await expect(page.getByText('Only with the service. It cannot be reached now.')).toBeVisible()
  await page.keyboard.press('Escape')
  await house.stack.startPart('service')
  await expect(page.getByText('Offline –')).toBeHidden()
  expect((await (await house.client('site-operator')).call(profileGet, null)).alias).toBe(name)
})

test('an app whose kept copy is damaged is fetched anew, and opens without a network again', { tag: '@deep' }, async ({ page, house }) => {
  await signIn(page, house.stack, { role: 'live-only', path: '/account/storage-management' })
  await serviceWorkerReady(page)
  await page.reload()
  await expect(row(page, 'The app itself')).toContainText(/MB/)
  await page.evaluate(async () => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        if (request.url.includes('index.html')) await cache.put(request, new Response('rubbish'))
      }
    }
  })
  await page.getByRole('button', { name: 'Fetch anew' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Fetch anew' }).click()
  await expect(page.getByText('The app was fetched anew.')).toBeVisible()
  await house.stack.stopPart('service')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Storage on this computer' })).toBeVisible()
  await house.stack.startPart('service')
})

test('the browser is asked to protect what is kept, and its refusal is said as its consent is', { tag: '@deep' }, async ({
  playwright,
  launchOptions,
  locale,
  house,
}) => {
  // Windows without a profile, as tests have them, are promised nothing.
  const folder = mkdtempSync(join(tmpdir(), 'sightline-profile-'))
  const context = await playwright.chromium.launchPersistentContext(folder, { ...launchOptions, ...(locale !== undefined && { locale }) })
  const page = context.pages()[0] ?? (await context.newPage())
  await signIn(page, house.stack, { role: 'live-only', path: '/account/storage-management' })
  await expect(page.getByText('Not protected from being cleared')).toBeVisible()
  await page.getByRole('button', { name: 'Protect it' }).click()
  await expect(page.getByText('The browser did not agree.', { exact: false })).toBeVisible()
  const session = await context.newCDPSession(page)
  await session.send('Browser.grantPermissions', { permissions: ['durableStorage'], origin: new URL(page.url()).origin })
  await page.getByRole('button', { name: 'Protect it' }).click()
  await expect(page.getByText('The browser clears it only when you tell it to.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Protect it' })).toHaveCount(0)
  await context.close()
  rmSync(folder, { recursive: true, force: true })
})
