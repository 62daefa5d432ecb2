import type { Page } from '@playwright/test'
import { userConfigsList } from '#contract/calls/config/user-configs-list.ts'
import { deviceEdit } from '#contract/calls/device/device-edit.ts'
import { deviceList } from '#contract/calls/device/device-list.ts'
import { siteEdit } from '#contract/calls/device/site-edit.ts'
import { siteInput } from '#contract/calls/device/site-input.ts'
import { siteListChoose } from '#contract/calls/device/site-list-choose.ts'
import { alarmSearchList } from '#contract/calls/event/alarm-search-list.ts'
import { profileGet } from '#contract/calls/user/profile-get.ts'
import { profileUpdate } from '#contract/calls/user/profile-update.ts'
import { jpegOf } from '#tests/support/seen-events.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import type { Stack } from '#tests/support/stack.ts'
import type { TcpProxy } from '#tests/support/tcp-proxy.ts'
import { expectSoundEverywhere, expectWholeTexts } from './support/axe.ts'
import { test } from './support/net.ts'
import { expect, signIn } from './support/test.ts'
import { WatchedCamera } from './support/watched-camera.ts'
import { isWithoutSharedWorker } from './support/without-shared-worker.ts'

/** The same person at another place. */
async function elsewhere(stack: Stack): Promise<ServiceClient> {
  const client = new ServiceClient(`http://127.0.0.1:${stack.port}`)
  return client.signIn(stack.user())
}

/** Has seen every page once, and is cut off. */
async function cutOffOn(page: Page, proxy: TcpProxy, path: string): Promise<void> {
  proxy.cut()
  await page.goto(page.url().replace(/\/user\/.*/, `/user${path}`))
  await expect(page.getByText(/^Offline/)).toBeVisible()
}
async function ready(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
}
/** Waits until another tab with the same form shows this in it. */
async function seenElsewhere(page: Page, phone: string): Promise<void> {
  const other = await page.context().newPage()
  await other.goto(page.url())
  await expect(other.getByLabel('Phone')).toHaveValue(phone)
  await other.close()
}

const outboxItems = (page: Page) => page.getByRole('list', { name: 'Changes not sent yet' }).getByRole('listitem')

async function renameMyself(page: Page, alias: string): Promise<void> {
  await page.getByLabel('Display name').fill(alias)
  await page.getByRole('button', { name: 'Save' }).click()
}

test('opened without a network the app shows sites, devices, alarms with pictures and layouts as of when they were true', async ({
  people,
  net,
}) => {
  const { stack, proxy } = net
  const camera = await WatchedCamera.connect(stack)
  camera.see(0, jpegOf('blue'))
  const page = await people.enter('/live')
  await expect(page.getByRole('treeitem').first()).toBeVisible()
  await page.getByRole('button', { name: 'Layouts' }).click()
  await page.getByLabel('Name of the layout').fill('Night wall')
  await page.getByRole('dialog', { name: 'Layouts' }).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Layouts' })).toHaveText('Night wall')
  await page.getByRole('link', { name: 'Alarms' }).click()
  const pictures = page.getByRole('img', { name: /^Picture of/ })
  await expect(pictures.first()).toBeVisible()
  const seen = await pictures.count()
  await expectWholeTexts(page, 'alarms with pictures')
  await page.getByRole('link', { name: 'Devices' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Shop recorder' })).toBeVisible()

  await cutOffOn(page, proxy, '/device/index')
  await expect(page.getByRole('row').filter({ hasText: 'Shop recorder' })).toBeVisible()
  await expect(page.getByText(/^As of .*\d\d:\d\d$/)).toBeVisible()
  const add = page.getByRole('button', { name: 'Add device' })
  await expect(add).toHaveAttribute('aria-disabled', 'true')
  await add.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Only with the service. It cannot be reached now.').first()).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('link', { name: 'Alarms' }).click()
  await expect(
    page
      .getByText(/^As of/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible()
  // What was taken of the camera, and nothing in its place.
  await expect.poll(() => pictures.count()).toBeGreaterThanOrEqual(seen)
  await expect.poll(() => pictures.first().evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(16)
  await page.getByRole('link', { name: 'Video' }).click()
  await expect(page.getByRole('treeitem').first()).toBeVisible()
  await expect(
    page
      .getByText(/^As of/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Layouts' }).click()
  await expect(page.getByRole('dialog', { name: 'Layouts' }).getByRole('button', { name: 'Night wall', exact: true })).toBeVisible()
  await camera.close()
})

test('pages that were never visited open without a network too, once somebody has signed in', { tag: '@deep' }, async ({ page, net }) => {
  const { stack, proxy, port } = net
  await signIn(page, stack, { port })
  await ready(page)
  // What the browser is asked to keep it has, and not only asked for.
  await page.waitForFunction(() => performance.getEntriesByName('sightline-kept-ready').length > 0)
  for (const { path } of [deviceList, alarmSearchList, userConfigsList, profileGet]) expect(proxy.requestedPaths).toContain(path)
  await cutOffOn(page, proxy, '/device/index')
  await expect(page.getByRole('row').filter({ hasText: 'Shop recorder' })).toBeVisible()
  await page.getByRole('link', { name: 'Account' }).click()
  await expect(page.getByLabel('Display name')).toBeVisible()
})

test('a change made without a network waits in the outbox over a reload, and is sent once when the network is back', async ({
  people,
  net,
}) => {
  const { stack, proxy, port } = net
  const page = await people.enter('/account')
  await expect(page.getByLabel('Display name')).toBeVisible()
  proxy.cut()
  await renameMyself(page, 'Night shift')
  await expect(page.getByText('Kept here. It is sent when the service can be reached.')).toBeVisible()
  await page.getByRole('link', { name: '1 change waits to be sent' }).click()
  await expect(outboxItems(page)).toHaveText([/Change your profile.*Waits for the service/])
  await page.reload()
  await expect(outboxItems(page)).toHaveCount(1)
  await page.getByRole('link', { name: 'Account' }).click()
  await expect(page.getByLabel('Display name')).toHaveValue('Night shift')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('dialog')).toContainText('1 change has not reached the service')
  await page.keyboard.press('Escape')

  const before = proxy.requestedPaths.length
  proxy.restore()
  await expect(page.getByText(/^Offline/)).toBeHidden({ timeout: 30_000 })
  const client = await elsewhere(stack)
  await expect.poll(async () => (await client.call(profileGet, undefined)).alias).toBe('Night shift')
  expect(proxy.requestedPaths.slice(before).filter((path) => path === profileUpdate.path)).toHaveLength(1)
  await page.goto(stack.address('/outbox', port))
  await expect(page.getByText('Everything has reached the service.')).toBeVisible()
})

test('without a network archives, sites, settings of devices, stations and the health of the system say as of when they are, and a site and a device that are changed there are sent once', {
  tag: '@deep',
}, async ({ people, net }) => {
  const { stack, proxy, port } = net
  const client = await elsewhere(stack)
  const devicesOf = async () => (await client.call(deviceList, { order: 'name', isDescending: false, limit: 200 })).devices
  const siteOf = async () => (await client.call(siteListChoose, undefined)).sites.find(({ siteName }) => siteName === 'Harbor Shop')
  const recorder = (await devicesOf()).find(({ name }) => name === 'Shop recorder')
  const before = await siteOf()
  if (recorder === undefined || before === undefined) throw new Error('The demonstration has another shop.')
  const { sn } = recorder
  const page = await people.enter('/live')
  const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })
  const headed = (name: string) => page.getByRole('heading', { name, exact: true })
  /** Each with what is there once its answer is. */
  const pages = [
    ['/archives', page.getByText('There are no archives yet.').or(page.getByRole('row').nth(1))],
    ['/device/index', rowOf('Shop recorder')],
    [`/device/settings?device=${sn}`, headed('Shop recorder')],
    ['/settings/stations', page.getByRole('list', { name: 'Viewing stations' })],
    ['/service', headed('What was looked at')],
    ['/settings/site/sitelist', rowOf('Harbor Shop')],
  ] as const
  const stamp = page
    .getByText(/^As of \d\d:\d\d$/)
    .filter({ visible: true })
    .first()
  await ready(page)
  for (const [path, sign] of pages) {
    await page.goto(stack.address(path, port))
    await expect(sign, path).toBeVisible()
    await expect(stamp, path).toBeHidden()
  }
  proxy.cut()
  for (const [path, sign] of pages) {
    await page.goto(stack.address(path, port))
    await expect(page.getByText(/^Offline/)).toBeVisible()
    await expect(sign, path).toBeVisible()
    await expect(stamp, path).toBeVisible()
  }

  await rowOf('Harbor Shop').click()
  await page.getByRole('dialog', { name: 'Harbor Shop' }).getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Change a site' })
  await form.getByLabel('Contact').fill('Night shift')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Kept here. It is sent when the service can be reached.')).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Harbor Shop' })).toContainText('Night shift')
  await page.goto(stack.address(`/device/index?device=${sn}`, port))
  await page.getByRole('dialog', { name: 'Shop recorder' }).getByRole('button', { name: 'Rename' }).click()
  await page.getByRole('dialog', { name: 'Rename the device' }).getByLabel('Name').fill('Night recorder')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Kept here. It is sent when the service can be reached.')).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Night recorder' })).toBeVisible()

  const asked = proxy.requestedPaths.length
  proxy.restore()
  await expect.poll(async () => (await siteOf())?.contact, { timeout: 30_000 }).toBe('Night shift')
  await expect.poll(async () => (await devicesOf()).find((device) => device.sn === sn)?.name).toBe('Night recorder')
  await expect(page.getByText(/^Offline/)).toBeHidden({ timeout: 30_000 })
  const sent = proxy.requestedPaths.slice(asked)
  for (const { path } of [siteEdit, deviceEdit]) expect(sent.filter((one) => one === path)).toEqual([path])
  expect(await siteOf()).toEqual({ ...before, contact: 'Night shift' })
  const { siteId, deviceTotal: _d, deviceOnline: _o, cameraTotal: _c, cameraOnline: _n, ...fields } = before
  await client.call(siteEdit, { siteId, site: siteInput.parse({ ...fields, customScene: before.customScene || undefined }) })
  await client.call(deviceEdit, { sn, name: 'Shop recorder' })
})

test('an object changed by somebody else meanwhile shows both versions, and the person chooses', { tag: '@deep' }, async ({
  people,
  net,
}) => {
  const { stack, proxy } = net
  const page = await people.enter('/account')
  await expect(page.getByLabel('Display name')).toBeVisible()
  const client = await elsewhere(stack)
  proxy.cut()
  await renameMyself(page, 'Night shift')
  await expect(page.getByText('Kept here.')).toBeVisible()
  await client.call(profileUpdate, { alias: 'Day shift' })
  proxy.restore()
  await page.getByRole('link', { name: '1 change needs your decision' }).click({ timeout: 30_000 })
  const row = page.getByRole('row', { name: /Display name/ })
  await expect(row.getByRole('cell')).toHaveText(['Night shift', 'Day shift'])
  expect((await client.call(profileGet, undefined)).alias).toBe('Day shift')
  await expectSoundEverywhere(page, 'the outbox with a conflict')

  await page.getByRole('button', { name: 'Use mine' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Everything has reached the service.')).toBeVisible()
  expect((await client.call(profileGet, undefined)).alias).toBe('Night shift')
})

test('a waiting change can be discarded, after a question', { tag: '@deep' }, async ({ people, net }) => {
  const { proxy } = net
  const page = await people.enter('/account')
  await expect(page.getByLabel('Display name')).not.toHaveValue('')
  const before = await page.getByLabel('Display name').inputValue()
  proxy.cut()
  await renameMyself(page, 'Night shift')
  await page.getByRole('link', { name: '1 change waits to be sent' }).click()
  await outboxItems(page).getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('dialog')).toContainText('“Change your profile” has not reached the service.')
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByText('Everything has reached the service.')).toBeVisible()
  await page.getByRole('link', { name: 'Account', exact: true }).click()
  await expect(page.getByLabel('Display name')).toHaveValue(before)
})

test('a form half filled in is there again after a reload without a network', { tag: '@deep' }, async ({ people, net }) => {
  const { proxy } = net
  const page = await people.enter('/device/index')
  await page.getByRole('button', { name: 'Add device' }).click()
  await page.getByRole('textbox', { name: 'Serial number' }).fill('HALFTYPED01')
  await page.getByLabel('Name (optional)').fill('Back door')
  await page.reload()
  await page.getByRole('button', { name: 'Add device' }).click()
  await expect(page.getByRole('textbox', { name: 'Serial number' })).toHaveValue('HALFTYPED01')
  await expect(page.getByLabel('Name (optional)')).toHaveValue('Back door')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await page.getByRole('link', { name: 'Account' }).click()
  await expect(page.getByLabel('Display name')).toBeVisible()
  await cutOffOn(page, proxy, '/account')
  await page.getByLabel('Display name').fill('Half')
  await page.getByLabel('Phone').fill('+49')
  // The core that goes with its page has what it was told a moment before: what another tab sees is written.
  if (isWithoutSharedWorker) await seenElsewhere(page, '+49')
  await page.reload()
  await expect(page.getByLabel('Display name')).toHaveValue('Half')
  await expect(page.getByLabel('Phone')).toHaveValue('+49')
})

test('questions that no answer is kept for say once that the service cannot be reached, however many there are and in however many tabs', {
  tag: '@deep',
}, async ({ page, net }) => {
  const { stack, proxy, port } = net
  await page.context().addInitScript(() => {
    const seen = new Set<Element>()
    const note = () => {
      for (const one of document.querySelectorAll('[data-tone="error"] > span')) {
        if (seen.has(one) || !one.textContent?.startsWith('The service cannot be reached.')) continue
        seen.add(one)
        sessionStorage.setItem('messages', String(seen.size))
      }
    }
    new MutationObserver(note).observe(document, { childList: true, subtree: true })
  })
  await signIn(page, stack, { port, path: '/account' })
  const other = await page.context().newPage()
  await other.goto(stack.address('/account', port))
  for (const tab of [page, other]) {
    await expect(tab.getByLabel('Display name')).toBeVisible()
    await ready(tab)
  }
  proxy.cut()
  const messages = () => Promise.all([page, other].map((tab) => tab.evaluate(() => Number(sessionStorage.getItem('messages')))))
  // Neither has looked at these before.
  for (const tab of [page, other]) {
    await tab.getByRole('link', { name: 'Privacy and Security' }).click()
    await tab.getByRole('link', { name: 'Users' }).click()
  }
  await expect(page.getByText(/^Offline/)).toBeVisible()
  await expect.poll(messages, 'one tab says it, once').toContain(1)
  await page.getByRole('link', { name: 'Devices' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Devices' })).toBeVisible()
  const all = async () => (await messages()).reduce((sum, count) => sum + count, 0)
  await expect.poll(all).toBe(1)
})
