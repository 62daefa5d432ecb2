import { test as base } from '@playwright/test'
import { deviceUnbind } from '#contract/calls/device/device-unbind.ts'
import { stationList } from '#contract/calls/station/station-list.ts'
import { stationOrder } from '#contract/calls/station/station-order.ts'
import { stationShow } from '#contract/calls/station/station-show.ts'
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
