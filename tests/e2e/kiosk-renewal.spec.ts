import { readFileSync } from 'node:fs'
import { test as base, type Page } from '@playwright/test'
import { deviceUnbind } from '#contract/calls/device/device-unbind.ts'
import { stationList } from '#contract/calls/station/station-list.ts'
import { stationOrder } from '#contract/calls/station/station-order.ts'
import { stationShow } from '#contract/calls/station/station-show.ts'
import { builtShell } from '#tests/support/deployments.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import { deploy, type Deployed, lendDeployed } from './support/deployed.ts'
import { cameraNamed, expectNeverBlank, pageOfScreen, pairScreen, screenIn, watchContrast } from './support/station.ts'
import { expect } from './support/test.ts'

const test = base.extend<object, { deployed: Deployed }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
  deployed: [({}, lend) => lendDeployed(lend), { scope: 'worker' }],
})

/** A screen waits half a minute for nobody to be there, and the old service worker may take as long to go. */
const TAKEN_MS = 100_000

test('a screen takes a successor when the office wants it, and a new release by itself, and is never blank', { tag: '@deep' }, async ({
  browser,
  deployed: { stack, releases },
}) => {
  test.slow()
  const url = `http://localhost:${stack.port}`
  const admin = await new ServiceClient(url).signIn(stack.user())
  const camera = await cameraNamed(admin, 'Gate 1 – entry')
  const kiosk = await (await browser.newContext({ viewport: { width: 1280, height: 720 } })).newPage()
  await kiosk.goto(`${url}/user/kiosk`)
  const sn = await pairScreen(kiosk, admin, 'Lasting screen')
  const window = screenIn(kiosk).locator('[data-window="0"]')
  await admin.call(stationShow, { sn, voId: 1, wish: { kind: 'camera', sn: camera.sn, chlIndex: camera.chlIndex } })
  await expect(window).toHaveAttribute('data-told', 'live')
  const shell = await kiosk.evaluate(() => performance.timeOrigin)
  const start = async () => {
    const { stations } = await admin.call(stationList, undefined)
    return stations.find((one) => one.sn === sn)?.outputs[0]?.report?.start
  }

  await test.step('the office wants it', async () => {
    const before = await pageOfScreen(kiosk)
    const end = await watchContrast(kiosk)
    await admin.call(stationOrder, { sn, voId: 1, order: { kind: 'reload' } })
    await expect.poll(() => pageOfScreen(kiosk)).not.toBe(before)
    await expect(kiosk.locator('iframe')).toHaveCount(1)
    await expect.poll(start, { timeout: 30_000 }).toBe('office')
    await expect(window).toHaveAttribute('data-told', 'live')
    expectNeverBlank(await end())
  })

  await test.step('a new release', async () => {
    const end = await watchContrast(kiosk)
    const release = await deploy(releases, kiosk)
    const script = screenIn(kiosk).locator('script[type=module]').first()
    await expect.poll(() => script.getAttribute('src'), { timeout: TAKEN_MS }).toContain(`-r${release}.js`)
    await expect.poll(start, { timeout: 30_000 }).toBe('version')
    await expect(window).toHaveAttribute('data-told', 'live')
    expectNeverBlank(await end())
  })

  // Nothing of that was a new page for the browser.
  expect(await kiosk.evaluate(() => performance.timeOrigin)).toBe(shell)
  await admin.call(deviceUnbind, { sn })
  await kiosk.context().close()
})

/** By then a shell of before is not to stay any longer, whichever hour it is. */
const STOOD_MS = 8 * 24 * 3_600_000
const markOf = (shell: string) => /data-shell="([^"]+)"/.exec(shell)?.[1]

/** From now on this document has been there for so much longer, by all that it can tell. */
function stand(ms: number): void {
  const { timeOrigin, now } = performance
  performance.now = () => now.call(performance) + ms
  Object.defineProperty(performance, 'timeOrigin', { value: timeOrigin - ms })
}

interface ShellOfBefore {
  title: string
  shell: () => string
  /** Lets time pass: a shell says itself for how long it has been there; of one that does not the page knows only for how long it is there itself. */
  standBefore?: (kiosk: Page) => Promise<unknown>
  standAfter?: (kiosk: Page) => Promise<unknown>
}

const shellsOfBefore: ShellOfBefore[] = [
  {
    title: 'of the release before',
    shell: () => builtShell().replace(/data-shell="[^"]+"/, 'data-shell="before"'),
    standAfter: (kiosk) => kiosk.evaluate(stand, STOOD_MS),
  },
  {
    title: 'of a release that says nothing of itself',
    shell: () => readFileSync(new URL('../fixtures/kiosk-of-before.html', import.meta.url), 'utf8'),
    standBefore: (kiosk) => kiosk.addInitScript(stand, STOOD_MS),
  },
]

for (const { title, shell, standBefore, standAfter } of shellsOfBefore)
  test(`a station whose shell is ${title} takes a new release, shows its picture in that shell, and has the new one at a quiet moment`, {
    tag: '@deep',
  }, async ({ browser, deployed: { stack, releases } }) => {
    test.slow()
    const url = `http://localhost:${stack.port}`
    const admin = await new ServiceClient(url).signIn(stack.user())
    const camera = await cameraNamed(admin, 'Gate 1 – entry')
    releases.next(shell())
    const kiosk = await (await browser.newContext({ viewport: { width: 1280, height: 720 } })).newPage()
    await kiosk.goto(`${url}/user/kiosk`)
    const sn = await pairScreen(kiosk, admin, 'Long-standing screen')
    const window = screenIn(kiosk).locator('[data-window="0"]')
    await admin.call(stationShow, { sn, voId: 1, wish: { kind: 'camera', sn: camera.sn, chlIndex: camera.chlIndex } })
    await expect(window).toHaveAttribute('data-told', 'live')
    const mark = () => kiosk.evaluate(() => document.documentElement.dataset['shell'])
    expect(await mark()).toBe(markOf(shell()))

    await standBefore?.(kiosk)
    const release = await deploy(releases, kiosk)
    const script = screenIn(kiosk).locator('script[type=module]').first()
    await expect.poll(() => script.getAttribute('src'), { timeout: TAKEN_MS }).toContain(`-r${release}.js`)
    await expect(window).toHaveAttribute('data-told', 'live')
    expect(await mark()).toBe(markOf(shell()))
    await standAfter?.(kiosk)
    // While it is loaded anew nobody answers.
    await expect.poll(() => mark().catch(() => undefined), { timeout: TAKEN_MS }).toBe(markOf(builtShell()))
    await expect(window).toHaveAttribute('data-told', 'live')
    await expect(script).toHaveAttribute('src', new RegExp(`-r${release}\\.js$`))
    await admin.call(deviceUnbind, { sn })
    await kiosk.context().close()
  })
