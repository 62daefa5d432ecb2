import { readdirSync, readFileSync } from 'node:fs'
import type { Browser, CDPSession, Page } from '@playwright/test'
import type { Stack } from '#tests/support/stack.ts'
import { expect, expectLive, openCamera, signIn, test, windowOf } from './support/test.ts'

const CAMERA = 'Gate 1 – entry'
/** Longer than a tab waits before it replaces a worker that does not answer. */
const HANGS_MS = 14_000
/** Recovery that a person hardly notices. */
const RECOVERED_WITHIN_MS = 5_000

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

test('two tabs share one push socket and one plugin socket, and closing either leaves the other running', async ({
  context,
  page,
  stack,
}) => {
  await expectSockets(stack, 0)
  await signIn(page, stack, { path: '/live?split=1' })
  await openCamera(page, CAMERA)
  await expectLive(page, 1)
  await expect(page.getByText('Video by the local plugin')).toBeVisible()
  const second = await openSecondTab(page, stack)
  await expect(second.getByText('Video by the local plugin')).toBeVisible()
  await expectSockets(stack, 1)

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

/** New pictures go on reaching the screen. */
async function expectStillMoving(page: Page): Promise<void> {
  await expectLive(page, 1)
  const video = windowOf(page, 1).locator('video')
  const before = await video.evaluate((element: HTMLVideoElement) => element.getVideoPlaybackQuality().totalVideoFrames)
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.getVideoPlaybackQuality().totalVideoFrames))
    .toBeGreaterThan(before + 5)
}

test('when the shared worker’s process is killed the tab that is left goes on within 5 s, still signed in', async ({
  browser,
  page,
  stack,
}) => {
  await signIn(page, stack, { path: '/live?split=1' })
  await openCamera(page, CAMERA)
  await expectLive(page, 1)
  const second = await openSecondTab(page, stack)
  await expectSockets(stack, 1)

  const tabs = [page, second]
  const died = tabs.map((tab) => new Promise<void>((resolve) => tab.once('crash', () => resolve())))
  const killedAtMs = Date.now()
  process.kill(await processOfSharedWorker(browser), 'SIGKILL')
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
})

async function workerIsBack(stack: Stack): Promise<void> {
  await expect.poll(async () => (await stack.stats('service'))['pushSockets']).toBe(1)
}

/** The push socket and the plugin's socket were open again at this time. */
async function expectSocketsBy(stack: Stack, deadlineMs: number): Promise<void> {
  await expectSockets(stack, 1)
  expect(Date.now()).toBeLessThanOrEqual(deadlineMs)
}

async function stillThere(tabs: Page[]): Promise<Page[]> {
  const answers = await Promise.all(
    tabs.map((tab) => Promise.race([tab.evaluate(() => true).catch(() => false), tab.waitForEvent('crash').then(() => false)])),
  )
  return tabs.filter((_tab, index) => answers[index])
}

test('a shared worker that hangs is replaced, and the tab goes on', async ({ browser, page, stack }) => {
  await signIn(page, stack, { path: '/live?split=1' })
  await openCamera(page, CAMERA)
  await expectLive(page, 1)
  const worker = await attachToSharedWorker(browser)
  void worker.send('Runtime.evaluate', { expression: `const untilMs = Date.now() + ${HANGS_MS}; while (Date.now() < untilMs);` })
  await page.getByRole('link', { name: 'Devices' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Shop recorder' })).toBeVisible({ timeout: HANGS_MS - 2_000 })
  await page.getByRole('link', { name: 'Video' }).click()
  await expectStillMoving(page)
  // The worker that hung finds itself replaced when it wakes, and lets go of its sockets.
  await expectSockets(stack, 1)
})

async function attachToSharedWorker(browser: Browser): Promise<CDPSession> {
  const root = await browser.newBrowserCDPSession()
  const { targetInfos } = await root.send('Target.getTargets')
  const target = targetInfos.find((info) => info.type === 'shared_worker')
  if (target === undefined) throw new Error('There is no shared worker.')
  return attach(root, target.targetId)
}

/** A CDP session on a target that Playwright does not know: messages go through the browser's own session. */
async function attach(root: CDPSession, targetId: string): Promise<CDPSession> {
  const { sessionId } = await root.send('Target.attachToTarget', { targetId, flatten: false })
  let lastId = 0
  return {
    send: (method: string, params: unknown) => {
      const id = ++lastId
      const answer = new Promise((resolve) => {
        root.on('Target.receivedMessageFromTarget', ({ sessionId: from, message }) => {
          const parsed = JSON.parse(message) as { id?: number; result?: unknown }
          if (from === sessionId && parsed.id === id) resolve(parsed.result)
        })
      })
      void root.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method, params }) })
      return answer
    },
  } as unknown as CDPSession
}

/** The process whose processor time rises while the worker counts: the browser does not say it in any other way. */
async function processOfSharedWorker(browser: Browser): Promise<number> {
  const worker = await attachToSharedWorker(browser)
  const root = await browser.newBrowserCDPSession()
  const { processInfo } = await root.send('SystemInfo.getProcessInfo')
  const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
  const before = new Map(renderers.map((pid) => [pid, threadTicks(pid)]))
  await worker.send('Runtime.evaluate', { expression: 'const untilMs = Date.now() + 1500; while (Date.now() < untilMs);' })
  const growth = renderers.map((pid) => ({
    pid,
    ticks: Math.max(...[...threadTicks(pid)].map(([thread, ticks]) => ticks - (before.get(pid)?.get(thread) ?? 0))),
  }))
  return growth.reduce((most, one) => (one.ticks > most.ticks ? one : most)).pid
}

/** Processor time of each thread of a process, clock ticks. */
function threadTicks(pid: number): Map<string, number> {
  return new Map(
    readdirSync(`/proc/${pid}/task`).map((thread) => {
      const fields = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      return [thread, Number(fields[11]) + Number(fields[12])]
    }),
  )
}
