import { stationShow } from '#contract/calls/station/station-show.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import { pairKiosk } from './support/paired-kiosk.ts'
import { cameraNamed } from './support/station.ts'
import { expect, test } from './support/test.ts'

/** The picture moves every three minutes. */
const SHIFT_MS = 3 * 60_000
const MINUTE_MS = 60_000
/** The page around a screen takes another one for one that says nothing for twenty seconds, and hears it only between two steps. */
const STEP_MS = 10_000
const LOOKED_AT_MS = 5_000
/** What tells the time is rendered once a second, where a window looks at its picture four times. */
const MOST_RENDERS_A_SECOND = 2

test('a screen that nobody sits at stays on, hides the pointer until somebody moves it, and lets nothing burn in', {
  tag: '@deep',
}, async ({ browser, stack }) => {
  const url = `http://localhost:${stack.port}`
  const admin = await new ServiceClient(url).signIn(stack.user())
  const kiosk = await pairKiosk(browser, admin, {
    url,
    name: 'Quiet screen',
    prepare: (page) =>
      page.addInitScript(() => {
        const granted: WakeLockSentinel[] = []
        Object.assign(globalThis, { granted })
        const { request } = WakeLock.prototype
        WakeLock.prototype.request = async function (this: WakeLock, type) {
          const lock = await request.call(this, type)
          granted.push(lock)
          return lock
        }
      }),
  })
  const { page, screen } = kiosk
  const main = screen.locator('main')

  await test.step('stays on', async () => {
    const held = () =>
      main.evaluate(() => (globalThis as unknown as { granted: WakeLockSentinel[] }).granted.filter(({ released }) => !released).length)
    await expect.poll(held).toBe(1)
  })

  await test.step('hides the pointer, and what is only for whoever puts the screen up', async () => {
    const cursor = () => main.evaluate((element) => getComputedStyle(element).cursor)
    const setup = screen.getByRole('button', { name: 'Fill this screen' }).locator('xpath=..')
    const opacity = () => setup.evaluate((element) => getComputedStyle(element).opacity)
    await expect.poll(cursor).toBe('none')
    await expect.poll(opacity).toBe('0')
    await page.mouse.move(300, 200)
    await page.mouse.move(320, 210)
    await expect.poll(cursor).not.toBe('none')
    await expect.poll(opacity).toBe('1')
    // By itself again, after some seconds.
    await expect.poll(cursor).toBe('none')
    await expect.poll(opacity).toBe('0')
  })

  await test.step('lets nothing burn in', async () => {
    const clock = screen.locator('[data-clock]')
    const places = async () => [
      await main.evaluate((element) => element.style.translate),
      await clock.evaluate((element) => element.style.translate),
    ]
    await page.clock.install()
    // Timers from before the clock go by their own.
    await page.reload()
    await expect(clock).toBeVisible()
    const seen = [await places()]
    for (let turn = 0; turn < 3; turn += 1) {
      for (let passedMs = 0; passedMs < SHIFT_MS + MINUTE_MS; passedMs += STEP_MS) await page.clock.runFor(STEP_MS)
      await expect.poll(async () => (await places()).every((place, which) => seen.every((before) => before[which] !== place))).toBe(true)
      seen.push(await places())
    }
    // By pixels, which nobody sees.
    for (const [screenAt = ''] of seen.slice(1))
      for (const px of screenAt.match(/-?\d+/g) ?? []) expect(Math.abs(Number(px))).toBeLessThanOrEqual(3)
  })
  await kiosk.leave()
})

/** Runs in each frame, before the page: counts how often React has rendered something. */
function countRenders(): void {
  const counted = { renders: 0 }
  const nothing = () => {}
  Object.assign(globalThis, {
    counted,
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      isDisabled: false,
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberRoot: () => (counted.renders += 1),
      onCommitFiberUnmount: nothing,
      onPostCommitFiberRoot: nothing,
      onScheduleFiberRoot: nothing,
    },
  })
}

test('while its pictures move a screen is not rendered for each look at them: what it throws away is no more than it must be', {
  tag: '@deep',
}, async ({ browser, stack }) => {
  const url = `http://localhost:${stack.port}`
  const admin = await new ServiceClient(url).signIn(stack.user())
  const { sn: cameraSn, chlIndex } = await cameraNamed(admin, 'Gate 1 – entry')
  const kiosk = await pairKiosk(browser, admin, { url, name: 'Still screen', prepare: (page) => page.addInitScript(countRenders) })
  const window = kiosk.screen.locator('[data-window="0"]')
  await admin.call(stationShow, { sn: kiosk.sn, voId: 1, wish: { kind: 'camera', sn: cameraSn, chlIndex } })
  await expect(window).toHaveAttribute('data-told', 'live')
  const counted = () =>
    window.evaluate(() => ({ ...(globalThis as unknown as { counted: { renders: number } }).counted, atMs: performance.now() }))
  const before = await counted()
  expect(before.renders).toBeGreaterThan(0)
  await expect.poll(async () => (await counted()).atMs - before.atMs).toBeGreaterThan(LOOKED_AT_MS)
  const after = await counted()
  const seconds = (after.atMs - before.atMs) / 1_000
  expect((after.renders - before.renders) / seconds).toBeLessThan(MOST_RENDERS_A_SECOND)
  await kiosk.leave()
})
