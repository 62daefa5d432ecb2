import { createCanvas } from '@napi-rs/canvas'
import type { Locator, Page } from '@playwright/test'
import { deviceUnbind } from '#contract/calls/device/device-unbind.ts'
import { devicePage } from '#contract/calls/device/device-page.ts'
import { inviteList } from '#contract/calls/people/invite-list.ts'
import { userInviteDelete } from '#contract/calls/people/user-invite-delete.ts'
import { login } from '#contract/calls/user/login.ts'
import { profileUpdate } from '#contract/calls/user/profile-update.ts'
import { SCHEME_ATTRIBUTE, THEIRS_KEPT_UNDER } from '#src/ui/theme/kept-theme.ts'
import { light } from '#src/ui/theme/theme.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import { Stack } from '#tests/support/stack.ts'
import { expectSoundEverywhere, expectWholeTexts } from './support/axe.ts'
import { pressAt } from './support/keys.ts'
import { test } from './support/house.ts'
import { expect, signIn, watchComplaints } from './support/test.ts'

test.use({ serviceWorkers: 'block' })

/** A picture whose left half is red and whose right half is blue, wide so that it must be cropped. */
function halves(): Buffer {
  const canvas = createCanvas(1_600, 800)
  const context = canvas.getContext('2d')
  context.fillStyle = '#f00'
  context.fillRect(0, 0, 800, 800)
  context.fillStyle = '#00f'
  context.fillRect(800, 0, 800, 800)
  return canvas.toBuffer('image/png')
}

function client(stack: Stack): ServiceClient {
  return new ServiceClient(new URL(stack.address()).origin)
}

test('a picture of oneself is cropped by keyboard, sent with its progress shown, and seen by another tab', { tag: '@deep' }, async ({
  page,
  stack,
}) => {
  const complaints = watchComplaints(page)
  await page.addInitScript(() => {
    const seen: number[] = []
    Object.assign(globalThis, { seen })
    new MutationObserver(() => {
      const bar = document.querySelector('progress')
      if (bar) seen.push(bar.value)
    }).observe(document, { childList: true, subtree: true, attributes: true })
  })
  await signIn(page, stack, { role: 'live-only', path: '/account' })
  const other = await page.context().newPage()
  await other.goto(stack.address('/account'))
  const file = page.getByLabel('Picture file')
  await file.setInputFiles({ name: 'me.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg onload="alert(1)"/>') })
  await expect(page.getByRole('alert')).toHaveText('Choose a PNG, JPG or BMP picture.')
  await file.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.alloc(2 * 1024 * 1024 + 1) })
  await expect(page.getByRole('alert')).toHaveText('The picture is larger than 2 MB. Choose a smaller one.')
  await file.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await expect(page.getByRole('alert')).toHaveText('This file is not a picture. Choose another one.')
  await file.setInputFiles({ name: 'me.PNG', mimeType: 'image/png', buffer: halves() })
  const view = page.getByRole('img', { name: /Arrow keys move it/ })
  await view.focus()
  await expectSoundEverywhere(page, 'Crop a picture')
  // To the left edge, where all is red.
  for (let step = 0; step < 20; step += 1) await page.keyboard.press('ArrowLeft')
  await page.getByRole('button', { name: 'Use this picture' }).press('Enter')
  await expect(page.getByText('Your picture is changed.')).toBeVisible()
  expect(await page.evaluate(() => (globalThis as unknown as { seen: number[] }).seen.length)).toBeGreaterThan(0)
  for (const tab of [page, other]) {
    const picture = tab.getByRole('img', { name: 'Your picture' })
    await expect(picture).toBeVisible()
    const colours = () =>
      picture.evaluate((image: HTMLImageElement) => {
        const canvas = new OffscreenCanvas(64, 64)
        const context = canvas.getContext('2d')
        context?.drawImage(image, 0, 0, 64, 64)
        return [4, 60].map((x) => [...(context?.getImageData(x, 32, 1, 1).data ?? [])].slice(0, 3).map((part) => Math.round(part / 255)))
      })
    // It has its place before its pixels are there.
    await expect.poll(colours).toEqual([
      [1, 0, 0],
      [1, 0, 0],
    ])
  }
  expect(complaints).toEqual([])
})

test('the tabs of the account, and the languages, fields and links of the pages before it, are large enough for fingers', {
  tag: '@deep',
}, async ({ page, stack }) => {
  await signIn(page, stack, { role: 'site-operator', path: '/account' })
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  const smallest = (places: Locator) => places.evaluateAll((found) => Math.min(...found.map((one) => one.getBoundingClientRect().height)))
  const tabs = page.getByRole('navigation', { name: 'Account' }).getByRole('link')
  await expect(tabs.first()).toBeVisible()
  await expect.poll(() => smallest(tabs)).toBeGreaterThanOrEqual(44)
  await page.getByRole('button', { name: 'Sign out' }).click()
  const languages = page.getByRole('button', { name: /^(English|简体中文)$/ })
  await expect(languages).toHaveCount(2)
  expect(await smallest(languages)).toBeGreaterThanOrEqual(44)
  const links = page.getByRole('main').getByRole('link')
  await expect(links).toHaveCount(2)
  expect(await smallest(links.or(page.getByLabel('Password', { exact: true })))).toBeGreaterThanOrEqual(44)
  await page.getByRole('link', { name: 'Register an organization' }).click()
  await expect(links).toHaveCount(3)
  const consent = page.locator('label', { has: page.getByRole('checkbox') })
  expect(await smallest(links.or(consent).or(page.getByRole('main').getByRole('button')))).toBeGreaterThanOrEqual(44)
})

/** Notes, once each, every colour that the page's ground and its menu have in any frame from the first on, and every name of the menu. */
function noteFrames(): void {
  const grounds: string[] = []
  const names: (string | null)[] = []
  const colorOf = (element: Element) => getComputedStyle(element).backgroundColor
  const note = () => {
    requestAnimationFrame(note)
    if (document.body === null) return
    const menu = document.querySelector('nav')
    // A body without a colour lets the one of the page through.
    const ground = colorOf(document.body) === 'rgba(0, 0, 0, 0)' ? document.documentElement : document.body
    for (const color of [ground, ...(menu === null ? [] : [menu])].map(colorOf)) if (!grounds.includes(color)) grounds.push(color)
    const name = menu?.getAttribute('aria-label')
    if (name !== undefined && !names.includes(name)) names.push(name)
  }
  note()
  Object.assign(globalThis, { grounds, names })
}

/** `#rrggbb` as the browser gives it. */
function asComputed(color: string): string {
  return `rgb(${[1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)).join(', ')})`
}

test('language and theme hold at once, in every tab, from the first frame on, and go with the person to another machine', {
  tag: '@deep',
}, async ({ browser, people, stack }) => {
  const page = await people.enter('/account', 'live-only')
  const second = await page.context().newPage()
  await second.goto(stack.address('/account'))
  for (const tab of [page, second]) await tab.emulateMedia({ colorScheme: 'dark' })
  await page.getByLabel('Theme').selectOption('Light')
  await page.getByLabel('Language').selectOption('简体中文')
  const shows = async (tab: Page) => {
    await expect(tab.locator('html')).toHaveAttribute('lang', 'zh-CN')
    await expect(tab.locator('html')).toHaveAttribute(SCHEME_ATTRIBUTE, 'light')
    await expect(tab.getByRole('heading', { name: '偏好设置' })).toBeVisible()
  }
  for (const tab of [page, second]) await shows(tab)
  const elsewhere = await (await browser.newContext({ colorScheme: 'dark' })).newPage()
  await elsewhere.addInitScript(noteFrames)
  const noted = (what: 'grounds' | 'names') => elsewhere.evaluate((name) => Reflect.get(globalThis, name) as unknown, what)
  await signIn(elsewhere, stack, { role: 'live-only', path: '/account' })
  await shows(elsewhere)
  await expect.poll(() => noted('names')).toEqual(['主菜单'])
  await elsewhere.reload()
  await shows(elsewhere)
  await expect.poll(() => noted('grounds')).toEqual([light.ground, light.surface].map(asComputed))
  expect(await noted('names')).toEqual(['主菜单'])
  await elsewhere.getByRole('button', { name: '退出登录' }).click()
  await expect.poll(() => elsewhere.evaluate((key) => localStorage.getItem(key), THEIRS_KEPT_UNDER)).toBe(null)
  await elsewhere.context().close()
  // The tests of other files that may follow on this service read English.
  const again = await client(stack).signIn(stack.user('live-only'))
  await again.call(profileUpdate, { language: 'en-US', theme: 'system' })
})

test('the password is changed with every wrong entry said beside its field, and the old one no longer signs in', { tag: '@deep' }, async ({
  page,
  stack,
}) => {
  const { loginName, password } = stack.user('no-authority')
  await signIn(page, stack, { role: 'no-authority', path: '/account' })
  await page.getByRole('button', { name: 'Change password' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Old password')).toBeFocused()
  await dialog.getByLabel('New password', { exact: true }).fill('short')
  await dialog.getByLabel('New password once more').fill('other')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Fill this in.')).toBeVisible()
  await expect(dialog.getByText('Use 8 to 16 characters.')).toBeVisible()
  await expect(dialog.getByText('This is not the same as the new password.')).toBeVisible()
  await expectSoundEverywhere(page, 'Change password')
  await expectWholeTexts(page, 'Change password')
  await dialog.getByLabel('Old password').fill('Wrong-password-1')
  await dialog.getByLabel('New password', { exact: true }).fill('New-password-1')
  await dialog.getByLabel('New password once more').fill('New-password-1')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(/The old password is wrong\. \d attempts left\./)).toBeVisible()
  await dialog.getByLabel('Old password').fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your password is changed. You were signed out everywhere else.')).toBeVisible()
  expect((await client(stack).failure(login, { loginName, password })).code).toBe(20005)
  expect((await client(stack).failure(login, { loginName, password: 'New-password-1' })).code).toBe(200)
})

test('an account is not deleted while people or devices hang on it, says why, and is gone when nothing does', { tag: '@deep' }, async ({
  page,
}) => {
  const stack = await Stack.start([])
  try {
    const admin = await client(stack).signIn(stack.user('administrator'))
    await signIn(page, stack, { path: '/account' })
    const ask = page.getByRole('button', { name: 'Delete account' })
    await pressAt(page, ask)
    await expect(
      page.getByText('You are the last administrator. Remove the other users first, or make one of them an administrator.'),
    ).toBeVisible()
    await expect(page.getByRole('dialog').getByRole('link', { name: 'Go to users' })).toBeVisible()
    await pressAt(page, page.getByRole('dialog').getByRole('button', { name: 'Close' }).last())
    await expect(ask).toBeFocused()
    const { users } = await admin.call(inviteList, { pageNum: 1, pageSize: 100 })
    for (const { userId, isAdministrator } of users) if (!isAdministrator) await admin.call(userInviteDelete, { userId })
    await pressAt(page, ask)
    await expect(page.getByText('The organization still has devices. Unbind them first.')).toBeVisible()
    await pressAt(page, page.getByRole('dialog').getByRole('link', { name: 'Go to devices' }))
    await expect(page).toHaveURL(/\/device\/index/)
    const { devices } = await admin.call(devicePage, { pageNum: 1, pageSize: 100 })
    for (const { sn } of devices) await admin.call(deviceUnbind, { sn })

    await page.goto(stack.address('/account'))
    await ask.click()
    const sure = page.getByRole('dialog', { name: 'Delete your account for good?' })
    await sure.getByLabel('Your password').fill(stack.user().password)
    await expect(sure.getByRole('button', { name: 'Delete account' })).toBeDisabled()
    await sure.getByLabel('Type your user name, admin').fill('admin')
    await sure.getByRole('button', { name: 'Delete account' }).click()
    await expect(page).toHaveURL(/\/login/)
    await expect(page.getByText('This account has been deleted.')).toBeVisible()
    expect((await client(stack).failure(login, stack.user())).code).toBe(20005)
  } finally {
    await stack.close()
  }
})
