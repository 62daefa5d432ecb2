import type { Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import type { Stack } from '#tests/support/stack.ts'
import { withInstalledApp } from './support/installed-app.ts'
import { screenIn } from './support/station.ts'
import { expect, expectLive, openCamera, pressTool, test, windowOf } from './support/test.ts'

const CAMERA = 'Gate 1 – entry'
const TITLE_BAR_PX = 33

/** Gives the title bar's place a height, in the way of the browser's developer tools: by writing it where styles ask for it. */
function drawTitleBar(heightPx: number): void {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).map(({ cssText }) => cssText)
  const drawn = document.createElement('style')
  drawn.textContent = rules
    .filter((rule) => rule.includes('titlebar-area'))
    .map((rule) => rule.replaceAll(/env\(titlebar-area-height[^)]*\)/g, `${heightPx}px`))
    .join('\n')
  document.head.append(drawn)
}

async function brandingOf(page: Page, stack: Stack): Promise<{ productName: string; accentColor: string }> {
  const body = { basic: { ver: '1', time: Date.now(), id: 'branding', nonce: 'branding' }, data: null }
  const answer = await page.request.post(stack.address().replace('/user', '/vms/customer-website/get'), { data: body })
  return ((await answer.json()) as { data: { productName: string; accentColor: string } }).data
}

test('the browser offers to install the app, in the customer’s name and colour, with shortcuts', { tag: '@deep' }, async ({
  page,
  stack,
}) => {
  await page.goto(stack.address('/login'))
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  const session = await page.context().newCDPSession(page)
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  // The browser of a test is a private one: that is the only reason left.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
  const { data = '', errors } = await session.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const { productName, accentColor } = await brandingOf(page, stack)
  const manifest = JSON.parse(data) as { icons: { purpose?: string }[]; shortcuts: { url: string }[] }
  expect(manifest).toMatchObject({ name: productName, theme_color: accentColor, id: '/user/', scope: '/user/', start_url: '/user/live' })
  expect(manifest.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true)
  for (const { url } of manifest.shortcuts) {
    await page.goto(stack.address(`/${url}`))
    // The wall alone, where nobody is signed in, is that of a screen which nobody sits at: it asks to be paired.
    if (url.includes('kiosk')) {
      await expect(screenIn(page).locator('[data-code]')).toBeVisible()
      // Whoever meant their own wall finds the way on.
      await screenIn(page).getByRole('link', { name: 'This is no viewing station: sign in' }).click()
    }
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  }
})

test('the branding is there without a network after the very first page', { tag: '@deep' }, async ({ page, stack }) => {
  await page.goto(stack.address('/login'))
  const logo = page.locator('img').first()
  await expect(logo).toHaveAttribute('src', /^\/objects\//)
  const shown = await logo.getAttribute('src')
  await expect
    .poll(() => page.evaluate(async (url) => (await (await caches.open('branding')).match(url)) !== undefined, shown ?? ''))
    .toBe(true)
})

test('a start from the system goes to the window that is open, without loading it anew; its icon counts unread alarms', {
  tag: '@deep',
}, async ({ playwright, launchOptions, stack }) => {
  await withInstalledApp({ playwright, launchOptions, stack }, { role: 'administrator', path: '/account' }, async (_, system) => {
    await system.launch()
    await expect.poll(() => system.windows().length).toBe(1)
    const [window] = system.windows()
    if (window === undefined) throw new Error('The window is gone again.')
    await expect(window.getByRole('group', { name: 'Video wall' })).toBeVisible()
    await window.evaluate(() => Object.assign(globalThis, { isSamePage: true }))
    await system.launch('/alerts')
    await expect(window.getByRole('heading', { name: 'Alarms' })).toBeVisible()
    await system.launch('/account')
    await expect(window.getByRole('button', { name: 'Sign out' })).toBeVisible()
    expect(await window.evaluate(() => 'isSamePage' in globalThis)).toBe(true)
    expect(system.windows()).toHaveLength(1)

    const before = await system.badge()
    await stack.stopPart('simulator')
    await expect.poll(system.badge, { timeout: 30_000 }).toBeGreaterThan(before)
    await expect
      .poll(
        async () =>
          (await window.getByRole('link', { name: /^Alarms, \d+ unread/ }).getAttribute('aria-label')) ===
          `Alarms, ${await system.badge()} unread`,
      )
      .toBe(true)
    await window.getByRole('button', { name: 'Sign out' }).click()
    await expect.poll(system.badge).toBe(0)
    await stack.startPart('simulator')
  })
})

test('the screen stays on while a wall with pictures is seen, and no longer', { tag: '@deep' }, async ({ people, stack }) => {
  const page = await people.tab()
  await page.addInitScript(() => {
    const granted: WakeLockSentinel[] = []
    Object.assign(globalThis, { granted })
    const { request } = WakeLock.prototype
    WakeLock.prototype.request = async function (this: WakeLock, type) {
      const lock = await request.call(this, type)
      granted.push(lock)
      return lock
    }
  })
  const held = () =>
    page.evaluate(() => (globalThis as unknown as { granted: WakeLockSentinel[] }).granted.filter(({ released }) => !released).length)
  await page.goto(stack.address('/live?split=1'))
  await expect(windowOf(page, 1)).toHaveAttribute('data-state', 'empty')
  expect(await held()).toBe(0)
  await openCamera(page, CAMERA)
  await expect.poll(held).toBe(1)
  await page.getByRole('link', { name: 'Devices' }).click()
  await expect.poll(held).toBe(0)
})

test('beside the window’s own buttons there is the title, and the page begins below it', { tag: '@deep' }, async ({ people }) => {
  const page = await people.enter('/account')
  const title = page.locator('[data-title-bar]')
  await expect(title).toBeHidden()
  await page.evaluate(drawTitleBar, TITLE_BAR_PX)
  await expect(title).toBeVisible()
  const bar = await title.boundingBox()
  const frame = await page.getByRole('navigation', { name: 'Main menu' }).boundingBox()
  expect(bar).toMatchObject({ x: 0, y: 0, height: TITLE_BAR_PX })
  expect(frame?.y).toBe(TITLE_BAR_PX)
  expect((frame?.y ?? 0) + (frame?.height ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0)
})

test('a picture is shared as a file, and saved where the system shares nothing', { tag: '@deep' }, async ({ people, stack }) => {
  const page = await people.tab()
  await page.addInitScript(() => {
    const shared: File[] = []
    Object.assign(globalThis, { shared, isRefusing: false })
    navigator.canShare = ({ files = [] } = {}) => files.length > 0 && !(globalThis as unknown as { isRefusing: boolean }).isRefusing
    navigator.share = async ({ files = [] } = {}) => void shared.push(...files)
  })
  await page.goto(stack.address('/live?split=1'))
  await openCamera(page, CAMERA)
  await expectLive(page, 1)
  await pressTool(page, 1, 'Share the picture')
  const shared = () =>
    page.evaluate(async () => {
      const files = (globalThis as unknown as { shared: File[] }).shared
      return Promise.all(files.map(async (file) => ({ name: file.name, head: [...new Uint8Array(await file.arrayBuffer()).slice(0, 3)] })))
    })
  await expect.poll(async () => (await shared()).length).toBe(1)
  expect((await shared())[0]).toEqual({ name: expect.stringMatching(/^Gate 1 – entry [^/\\:*?<>|"]+\.jpg$/), head: [0xff, 0xd8, 0xff] })

  await page.evaluate(() => Object.assign(globalThis, { isRefusing: true }))
  const saving = page.waitForEvent('download')
  await pressTool(page, 1, 'Share the picture')
  const saved = await saving
  expect(saved.suggestedFilename()).toMatch(/^Gate 1 – entry .+\.jpg$/)
  expect([...readFileSync(await saved.path()).subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff])
  await expect(page.getByText('The picture is saved.')).toBeVisible()
})
