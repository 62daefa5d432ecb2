import type { Browser, Page } from '@playwright/test'
import { UNUSED_PORT_MS } from '#contract/core-host.ts'
import { deep } from '#tests/support/depth.ts'
import { attachToSharedWorker, attachToSharedWorkers, countPorts, endSharedWorkers } from './support/shared-worker.ts'
import { expect, test } from './support/test.ts'
import { isWithoutSharedWorker } from './support/without-shared-worker.ts'

// What comes through a service worker is not routed by the test.
test.use({ serviceWorkers: 'block' })

const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in' })
/** The time of three cores that are slow to start, and far less than that after which the page is loaded anew. */
const SOON_MS = 30_000
const MAIN = '**/js/main-*.js'
const ONLY_SHARED = 'Only a shared worker is started ahead of the page.'

/** Holds back the part of the app that all of it hangs on; gives the way to let it go. */
async function holdMain(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route(MAIN, async (route) => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}

/** Opens the first page of a browser; gives the way to count the ports of its worker. */
async function openFirst(page: Page, browser: Browser, address: string): Promise<() => Promise<number>> {
  await page.goto(address)
  await expect(signInButton(page)).toBeVisible()
  return async () => countPorts(await attachToSharedWorker(browser))
}

/** Counts how often the page is loaded. */
function countLoads(page: Page): () => number {
  let loads = 0
  page.on('request', (request) => (loads += request.isNavigationRequest() ? 1 : 0))
  return () => loads
}

/** Parts that nothing shows without: the first script, what it loads, its styles, the page of this address. */
const parts = ['**/js/index-*.js', MAIN, '**/css/*.css', '**/js/login-*.js', '**/js/en-US-*.js']

for (const part of deep(parts, parts.slice(0, 1))) {
  test(`the app starts by itself when ${part} could not be loaded at first`, async ({ page, stack }) => {
    const loads = countLoads(page)
    await page.route(part, (route) => (loads() === 1 ? route.abort('failed') : route.continue()))
    await page.goto(stack.address('/login'), { waitUntil: 'commit' })
    await expect(signInButton(page)).toBeVisible()
    await expect.poll(() => page.evaluate(() => sessionStorage.length)).toBe(0)
    expect(loads()).toBe(2)
  })
}

for (const [locale, title, step] of [
  ['en-US', 'The app could not be loaded.', 'Reload'],
  ['zh-CN', '应用未能加载。', '重新加载'],
] as const) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale })

    test('a part that never comes is said once, with a way to reload, and nothing goes round in circles', { tag: '@deep' }, async ({
      page,
      stack,
    }) => {
      const loads = countLoads(page)
      await page.route(MAIN, (route) => route.abort('failed'))
      await page.goto(stack.address('/login'), { waitUntil: 'commit' })
      await expect(page.getByRole('alert')).toContainText(title)
      expect(loads()).toBe(3)
      await page.getByRole('button', { name: step }).click()
      await expect.poll(loads).toBe(4)
      await expect(page.getByRole('alert')).toContainText(title)
      await page.unroute(MAIN)
      await page.getByRole('button', { name: step }).press('Enter')
      await expect(page.locator('form')).toBeVisible()
      expect(loads()).toBe(5)
    })
  })
}

test('a part that is never answered is asked for again after two minutes', { tag: '@deep' }, async ({ page, stack }) => {
  await page.clock.install()
  const loads = countLoads(page)
  // Held for as long as the page lives.
  const asked = page.waitForRequest(MAIN)
  await page.route(MAIN, () => {}, { times: 1 })
  await page.goto(stack.address('/login'), { waitUntil: 'commit' })
  await asked
  await page.clock.fastForward('02:01')
  await expect(signInButton(page)).toBeVisible()
  expect(loads()).toBe(2)
})

test('a page that goes before it has started leaves no port in the worker of the others', { tag: '@deep' }, async ({
  browser,
  context,
  page,
  stack,
}) => {
  test.skip(isWithoutSharedWorker, ONLY_SHARED)
  const ports = await openFirst(page, browser, stack.address('/login'))
  const before = await ports()
  const tab = await context.newPage()
  await tab.route(MAIN, () => {})
  for (const leave of [() => tab.goto('about:blank'), () => tab.close()]) {
    await tab.goto(stack.address('/login'), { waitUntil: 'commit' })
    await expect.poll(ports).toBe(before + 1)
    await leave()
    await expect.poll(ports).toBe(before)
  }
})

test('a page that takes long to start is attached all the same, though the worker has closed the port that nobody used', {
  tag: '@deep',
}, async ({ browser, context, page, stack }) => {
  test.skip(isWithoutSharedWorker, ONLY_SHARED)
  const ports = await openFirst(page, browser, stack.address('/login'))
  const before = await ports()
  const tab = await context.newPage()
  const goOn = await holdMain(tab)
  await tab.goto(stack.address('/login'), { waitUntil: 'commit' })
  await expect.poll(ports).toBe(before + 1)
  await expect.poll(ports, { timeout: UNUSED_PORT_MS * 2 }).toBe(before)
  goOn()
  await expect(signInButton(tab)).toBeVisible({ timeout: SOON_MS })
  // One more of each kind, and no other worker.
  await expect.poll(ports).toBe(before * 2)
  await expect.poll(() => attachToSharedWorkers(browser).then(({ length }) => length)).toBe(1)
})

test('a worker that goes down before it has answered has a successor soon', { tag: '@deep' }, async ({ browser, page, stack }) => {
  test.skip(isWithoutSharedWorker, ONLY_SHARED)
  const goOn = await holdMain(page)
  await page.goto(stack.address('/login'), { waitUntil: 'commit' })
  await expect.poll(() => attachToSharedWorkers(browser).then(({ length }) => length)).toBe(1)
  await endSharedWorkers(browser)
  await expect.poll(() => attachToSharedWorkers(browser).then(({ length }) => length)).toBe(0)
  goOn()
  await expect(signInButton(page)).toBeVisible({ timeout: SOON_MS })
})
