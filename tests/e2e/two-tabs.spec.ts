import type { Page } from '@playwright/test'
import type { Stack } from '#tests/support/stack.ts'
import { deep } from '#tests/support/depth.ts'
import { coreModes, elected, routeOf } from './support/core-modes.ts'
import { expect, expectLive, openCamera, signIn, test, watchComplaints, windowOf } from './support/test.ts'

const CAMERA = 'Gate 1 – entry'
/** Longer than a tab waits before it replaces a worker that does not answer. */
const HANGS_MS = 10_000
/** Recovery that a person hardly notices; in the short form, beside other tests, that it comes at all. */
const RECOVERED_WITHIN_MS = deep(5_000, 30_000)

async function expectSockets(stack: Stack, count: number): Promise<void> {
  await expect.poll(async () => (await stack.stats('service'))['pushSockets'], { message: 'push sockets at the service' }).toBe(count)
  await expect.poll(async () => (await stack.stats('plugin'))['controlSockets'], { message: 'control sockets at the plugin' }).toBe(count)
}

/** A second tab of the same person that shows the same camera. */
async function openSecondTab(first: Page, stack: Stack): Promise<Page> {
  const second = await first.context().newPage()
  await second.goto(stack.address('/live?split=1'))
  await openCamera(second, CAMERA)
  await expectLive(second, 1)
  return second
}

/** New pictures go on reaching the screen. */
async function expectStillMoving(page: Page): Promise<void> {
  await expectLive(page, 1)
  const video = windowOf(page, 1).locator('video')
  const before = await video.evaluate((element: HTMLVideoElement) => element.getVideoPlaybackQuality().totalVideoFrames)
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.getVideoPlaybackQuality().totalVideoFrames))
    .toBeGreaterThan(before + 5)
}

async function workerIsBack(stack: Stack): Promise<void> {
  await expect.poll(async () => (await stack.stats('service'))['pushSockets'], { timeout: RECOVERED_WITHIN_MS }).toBe(1)
}

/** The push socket and the plugin's socket were open again at this time. */
async function expectSocketsBy(stack: Stack, deadlineMs: number): Promise<void> {
  const open = async () => [(await stack.stats('service'))['pushSockets'], (await stack.stats('plugin'))['controlSockets']]
  await expect.poll(open, { timeout: Math.max(1, deadlineMs - Date.now()) }).toEqual([1, 1])
  expect(Date.now()).toBeLessThanOrEqual(deadlineMs)
}

async function stillThere(tabs: Page[]): Promise<Page[]> {
  const answers = await Promise.all(
    tabs.map((tab) => Promise.race([tab.evaluate(() => true).catch(() => false), tab.waitForEvent('crash').then(() => false)])),
  )
  return tabs.filter((_tab, index) => answers[index])
}

for (const mode of deep(coreModes, coreModes.slice(0, 1))) {
  test.describe(`with the core ${mode.name},`, () => {
    // Where there are shared workers no tab asks a service worker for the others.
    test.use(mode.route === 'shared worker' ? { serviceWorkers: deep('allow', 'block') } : mode.use)
    test.beforeEach(({ context }) => mode.prepare(context))

    test('two tabs share one push socket and one plugin socket, and closing either leaves the other running', { tag: '@deep' }, async ({
      context,
      page,
      stack,
    }) => {
      await expectSockets(stack, 0)
      await signIn(page, stack, { path: '/live?split=1' })
      await openCamera(page, CAMERA)
      await expectLive(page, 1)
      await expect(page.getByText('Video by the local plugin')).toBeVisible()
      await mode.settled(page)
      const second = await openSecondTab(page, stack)
      await expect(second.getByText('Video by the local plugin')).toBeVisible()
      await expectSockets(stack, 1)
      expect(await routeOf(second)).toBe(mode.route)

      await page.close()
      await expectSockets(stack, 1)
      await expectStillMoving(second)

      const third = await openSecondTab(second, stack)
      await expectSockets(stack, 1)
      await third.close()
      await expectSockets(stack, 1)
      await expectStillMoving(second)

      await context.close()
      await expectSockets(stack, 0)
    })

    test('when the core’s process is killed the tab that is left goes on, still signed in, within 5 s where nothing else runs', {
      tag: deep(['@alone'], []),
    }, async ({ browser, context, page, stack }) => {
      await signIn(page, stack, { path: '/live?split=1' })
      await openCamera(page, CAMERA)
      await expectLive(page, 1)
      await expect(page.getByText('Video by the local plugin')).toBeVisible()
      const second = await openSecondTab(page, stack)
      // One of each for both, and none once they are closed.
      await expectSockets(stack, 1)

      const tabs = [page, second]
      const died = tabs.map((tab) => new Promise<void>((resolve) => tab.once('crash', () => resolve())))
      const killedAtMs = Date.now()
      await mode.kill(browser, tabs)
      // The browser may have put the worker into a process of its own, or into that of one of the tabs.
      const alive = await Promise.race([Promise.race(died).then(() => undefined), workerIsBack(stack)]).then(() =>
        tabs.find((tab) => !tab.isClosed()),
      )
      expect(alive).toBeDefined()
      await expectSocketsBy(stack, killedAtMs + RECOVERED_WITHIN_MS)
      const left = await stillThere(tabs)
      expect(left.length).toBeGreaterThan(0)
      for (const tab of left) {
        await expectStillMoving(tab)
        await tab.getByRole('link', { name: 'Devices' }).click()
        await expect(tab.getByRole('heading', { name: 'Devices' })).toBeVisible()
      }
      await expectSockets(stack, 1)
      await context.close()
      await expectSockets(stack, 0)
    })

    // One tab alone asks nobody else, so that how it would is all the same.
    if (mode.route === 'bus') return

    test('a core that hangs is replaced within 5 s, and the tab goes on', { tag: ['@alone', '@deep'] }, async ({
      browser,
      page,
      stack,
    }) => {
      await signIn(page, stack, { path: '/live?split=1' })
      await openCamera(page, CAMERA)
      await expectLive(page, 1)
      const complaints = watchComplaints(page)
      const hungAtMs = Date.now()
      await mode.hang(browser, [page], HANGS_MS)
      // Kept on this machine: asked again of the next core.
      await page.getByRole('button', { name: '4 windows', exact: true }).click()
      await page.getByRole('link', { name: 'Devices' }).click()
      await expect(page.getByRole('row').filter({ hasText: 'Shop recorder' })).toBeVisible()
      expect(Date.now() - hungAtMs).toBeLessThanOrEqual(RECOVERED_WITHIN_MS)
      // Service and plugin have let go of the sockets of the worker that still hangs.
      await expectSockets(stack, 1)
      expect(Date.now() - hungAtMs).toBeLessThan(HANGS_MS)
      await page.getByRole('link', { name: 'Video' }).click()
      await expectStillMoving(page)
      // The worker that hung finds itself replaced when it wakes, and lets go of its sockets.
      await expectSockets(stack, 1)
      expect(complaints).not.toContain('the worker was lost')
    })
  })
}

test('a hidden tab that hosts the core may be frozen by the browser: the others go on within 5 s, and it joins them when it wakes', {
  tag: ['@alone', '@deep'],
}, async ({ context, page, stack }) => {
  await elected.prepare(context)
  await signIn(page, stack, { path: '/account' })
  await elected.settled(page)
  const second = await context.newPage()
  await second.goto(stack.address('/account'))
  await expect(second.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
  const host = await context.newCDPSession(page)
  await host.send('Page.setWebLifecycleState', { state: 'frozen' })
  const frozenAtMs = Date.now()
  await second.getByRole('link', { name: 'Devices' }).click()
  await expect(second.getByRole('row').filter({ hasText: 'Shop recorder' })).toBeVisible()
  expect(Date.now() - frozenAtMs).toBeLessThanOrEqual(RECOVERED_WITHIN_MS)
  await expectSockets(stack, 1)

  await host.send('Page.setWebLifecycleState', { state: 'active' })
  await page.getByRole('link', { name: 'Devices' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Shop recorder' })).toBeVisible()
  await expectSockets(stack, 1)
})
