import { createCanvas, loadImage } from '@napi-rs/canvas'
import { mergeTests, type Page } from '@playwright/test'
import { stationRevoke } from '#contract/calls/station/station-revoke.ts'
import { stationShow } from '#contract/calls/station/station-show.ts'
import { contrastIn } from '#tests/support/contrast.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import type { Stack } from '#tests/support/stack.ts'
import { test as netTest } from './support/net.ts'
import { profileTest, type Profile } from './support/profile.ts'
import { cameraNamed, pairScreen, screenIn } from './support/station.ts'
import { expect } from './support/test.ts'

const test = mergeTests(netTest, profileTest)

const GATE = 'Gate 1 – entry'
const YEARS_MS = 2 * 365 * 24 * 3_600_000
/** From the network's coming to pictures, on a machine on which much else runs. */
const BACK_MS = 5_000
/** Of what is dark, or has no words, there is less. */
const LEAST_CONTRAST = 6

/** A screen that shows the gate, from which somebody has taken the power: its browser was ended in the middle of it. */
async function switchOff(profile: Profile, { stack, port }: { stack: Stack; port: number }) {
  const admin = await new ServiceClient(`http://localhost:${stack.port}`).signIn(stack.user())
  const { sn: cameraSn, chlIndex } = await cameraNamed(admin, GATE)
  const { page } = profile
  await page.goto(`http://localhost:${port}/user/kiosk`)
  const sn = await pairScreen(page, admin, 'Screen after a power cut')
  await admin.call(stationShow, { sn, voId: 1, wish: { kind: 'camera', sn: cameraSn, chlIndex } })
  await expect(screenIn(page).locator('[data-window="0"]')).toHaveAttribute('data-told', 'live')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await profile.kill()
  return { admin, sn }
}

/** What its browser does when the machine is switched on. */
async function switchOn(page: Page, port: number): Promise<void> {
  await page.goto(`http://localhost:${port}/user/kiosk`, { waitUntil: 'commit' })
}

async function expectWords(page: Page, ...words: string[]): Promise<void> {
  const screen = screenIn(page)
  for (const one of words) await expect(screen.getByRole('alert')).toContainText(one)
  await expect(screen.locator('[data-told="live"], [data-told="slow"]')).toHaveCount(0)
  await expect(screen.getByText('One moment…')).toHaveCount(0)
  const picture = await loadImage(await page.screenshot())
  const context = createCanvas(picture.width, picture.height).getContext('2d')
  context.drawImage(picture, 0, 0)
  expect(contrastIn(context, { x: 0, y: 0, width: picture.width, height: picture.height })).toBeGreaterThan(LEAST_CONTRAST)
}

async function expectLive(page: Page): Promise<void> {
  const picture = screenIn(page).locator('[data-window="0"]')
  await expect(picture).toHaveAttribute('data-told', 'live', { timeout: BACK_MS })
  await expect(picture).toContainText(GATE)
  await expect(screenIn(page).getByRole('alert')).toHaveCount(0)
}

test('a screen that is switched on while the service cannot be reached says so, or that there is no network, and has its picture by itself when both are there', {
  tag: '@deep',
}, async ({ profile, net }) => {
  const { proxy, port } = net
  const { admin, sn } = await switchOff(profile, net)
  proxy.cut()
  const page = await profile.restart()
  await switchOn(page, port)
  await expectWords(page, 'Service not reached', 'This screen has a network, but the service does not answer.')
  await page.context().setOffline(true)
  await expectWords(page, 'No network', 'This screen is not connected. Look at its cable or its Wi-Fi.')
  proxy.restore()
  await page.context().setOffline(false)
  await expectLive(page)

  await test.step('the same where there is no network from the start, and where nothing comes back from the service', async () => {
    await page.context().setOffline(true)
    await switchOn(page, port)
    await expectWords(page, 'No network')
    proxy.blackHole()
    await page.context().setOffline(false)
    await expectWords(page, 'Service not reached')
    proxy.restore()
    await expectLive(page)
  })
  await admin.call(stationRevoke, { sn })
})

test('a screen whose machine has lost its time with the power has its picture, with its true age, as soon as there is a network, also when its clock is set then', {
  tag: '@deep',
}, async ({ profile, net }) => {
  const { proxy, port } = net
  const { admin, sn } = await switchOff(profile, net)
  proxy.cut()
  const page = await profile.restart()
  await page.clock.setSystemTime(Date.now() - YEARS_MS)
  await switchOn(page, port)
  await expectWords(page, 'Service not reached')
  proxy.restore()
  await expectLive(page)
  const window = screenIn(page).locator('[data-window="0"]')
  // All that it says from now on, however short.
  await window.evaluate((element) => {
    const said = [element.dataset['told']]
    const ages: number[] = []
    const note = () => {
      said.push(element.dataset['told'])
      ages.push(Number(element.dataset['age']))
    }
    new MutationObserver(note).observe(element, { attributeFilter: ['data-told', 'data-age'] })
    Object.assign(globalThis, { said, ages })
  })
  await page.clock.setSystemTime(Date.now())
  const noted = () =>
    window.evaluate(() => {
      const { said, ages } = globalThis as unknown as { said: string[]; ages: number[] }
      return { said, ages }
    })
  await expect.poll(async () => (await noted()).ages.length).toBeGreaterThan(20)
  const { said, ages } = await noted()
  expect(new Set(said)).toEqual(new Set(['live']))
  expect(Math.max(...ages)).toBeLessThan(3_000)
  await admin.call(stationRevoke, { sn })
})
