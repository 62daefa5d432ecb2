import type { Locator, Page } from '@playwright/test'
import { userConfigsDelete } from '#contract/calls/config/user-configs-delete.ts'
import { userConfigsPut } from '#contract/calls/config/user-configs-put.ts'
import { deviceUnbind } from '#contract/calls/device/device-unbind.ts'
import { stationShow } from '#contract/calls/station/station-show.ts'
import { chromiumLaunch } from '#tests/support/chromium.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import { stationFlags, withFlags } from '#tests/support/station-flags.ts'
import { expectSound, look, onlyRules } from './support/axe.ts'
import { signIn } from './support/sign-in.ts'
import { PageThatFails } from './support/page-that-fails.ts'
import { pairKiosk } from './support/paired-kiosk.ts'
import { cameraNamed, pageOfScreen, pairScreen, screenIn } from './support/station.ts'
import { expect, test } from './support/test.ts'

const GATE = 'Gate 1 – entry'
const PARKING = 'Parking – north'
/** A page that does not answer is told of after three seconds; the rest is for a machine on which much else runs. */
const TOLD_MS = 5_000
/** One that hangs is taken away after twenty seconds, its process ends, and the next one has to load. */
const BACK_MS = 90_000
/** A window that was not blocked has begun by then. */
const OPENED_MS = 30_000
const launch = chromiumLaunch()
/** How the start-up script has pages share processes, or not, and has them collect. */
const station = stationFlags().filter((flag) => flag.startsWith('--enable-features=') || flag.startsWith('--js-flags='))
const screens = '--screen-info={0,0 1280x720}{1280,0 1280x720}'

test.use({ launchOptions: { ...launch, args: withFlags(launch.args, [...station, screens]) } })

async function showOnBoth(admin: ServiceClient, sn: string): Promise<void> {
  for (const [voId, name] of [
    [1, GATE],
    [2, PARKING],
  ] as const) {
    const { sn: cameraSn, chlIndex } = await cameraNamed(admin, name)
    await admin.call(stationShow, { sn, voId, wish: { kind: 'camera', sn: cameraSn, chlIndex } })
  }
}

test('a machine with two screens gets a window on each, and each shows what the office has put on it', { tag: '@deep' }, async ({
  browser,
  stack,
}) => {
  const url = `http://localhost:${stack.port}`
  const admin = await new ServiceClient(url).signIn(stack.user())
  const context = await browser.newContext({ viewport: null })
  const kiosk = await context.newPage()
  const session = await context.newCDPSession(kiosk)
  await kiosk.goto(`${url}/user/kiosk`)
  const { browserContextId } = (await session.send('Target.getTargetInfo')).targetInfo
  await session.send('Browser.grantPermissions', {
    permissions: ['windowManagement'],
    origin: url,
    ...(browserContextId && { browserContextId }),
  })
  const sn = await pairScreen(kiosk, admin, 'Two screens')
  await showOnBoth(admin, sn)
  const open = screenIn(kiosk).getByRole('button', { name: 'Open screen 2' })
  const opened = context.waitForEvent('page')
  await open.press('Enter')
  const second = await opened
  await expect(screenIn(second).locator('[data-window="0"]')).toContainText(PARKING)
  await expect(screenIn(second).locator('[data-window="0"]')).toHaveAttribute('data-told', 'live')
  await expect(screenIn(kiosk).locator('[data-window="0"]')).toContainText(GATE)
  await expect(open).toHaveCount(0)
  // Nobody is signed in on it: it does without the core, and without what that takes of memory.
  const { targetInfos } = await session.send('Target.getTargets')
  const own = targetInfos.filter((target) => target.browserContextId === browserContextId)
  expect(own.map(({ type }) => type)).toContain('worker')
  expect(own.map(({ type }) => type)).not.toContain('shared_worker')
  expect(await kiosk.evaluate(() => screenX)).toBeLessThan(1_280)
  expect(await second.evaluate(() => screenX)).toBeGreaterThanOrEqual(1_280)
  await screenIn(second).locator('[data-stage]').hover()
  await expectSound(second, 'a second screen')
  // Nobody sees what it is called, and whoever listens hears it.
  await expect(screenIn(second).getByRole('heading', { level: 1 })).toHaveText(PARKING)
  await expectSound(second, 'a second screen', onlyRules('landmark-one-main', 'landmark-no-duplicate-main', 'page-has-heading-one'))
  await look(second, 'kiosk-second')
  await admin.call(deviceUnbind, { sn })
  await context.close()
})

const withoutScreens: { title: string; prepare: (page: Page) => Promise<unknown> }[] = [
  { title: 'may not be asked which screens there are', prepare: async () => {} },
  {
    title: 'does not know which screens there are',
    prepare: (page) => page.addInitScript(() => Object.assign(globalThis, { getScreenDetails: undefined })),
  },
]
for (const { title, prepare } of withoutScreens)
  test(`a browser that ${title} opens a window beside the first, says what to do with it, and shows in each what is its own; the second comes again by itself`, {
    tag: '@deep',
  }, async ({ browser, stack }) => {
    const url = `http://localhost:${stack.port}`
    const admin = await new ServiceClient(url).signIn(stack.user())
    const context = await browser.newContext({ viewport: null })
    const kiosk = await context.newPage()
    await prepare(kiosk)
    await kiosk.goto(`${url}/user/kiosk`)
    const sn = await pairScreen(kiosk, admin, 'Window each')
    await showOnBoth(admin, sn)
    const open = screenIn(kiosk).getByRole('button', { name: 'Open screen 2' })
    const windowOf = (page: Page) => screenIn(page).locator('[data-window="0"]')
    const expectBoth = async (second: Page) => {
      await expect(windowOf(second)).toContainText(PARKING)
      await expect(windowOf(second)).toHaveAttribute('data-told', 'live')
      await expect(windowOf(kiosk)).toContainText(GATE)
      await expect(windowOf(kiosk)).toHaveAttribute('data-told', 'live')
      await expect(open).toHaveCount(0)
    }

    const opened = context.waitForEvent('page')
    await open.press('Enter')
    const second = await opened
    await expect(screenIn(kiosk).getByText('Move the new window to the other screen, and press “Fill this screen” there.')).toBeVisible({
      timeout: OPENED_MS,
    })
    await expectBoth(second)
    // Beside it, and none of the two fills the screen unasked.
    expect(await second.evaluate(() => document.fullscreenElement)).toBeNull()
    expect(await second.evaluate(() => outerWidth)).toBeLessThan(1_280)
    await screenIn(second).locator('[data-stage]').hover()
    await expectSound(second, 'a window to be moved')
    // The buttons go again where nobody moves the pointer for three seconds.
    await expect(async () => {
      for (const x of [40, 80])
        await screenIn(second)
          .locator('[data-stage]')
          .hover({ position: { x, y: 40 } })
      await screenIn(second).getByRole('button', { name: 'Fill this screen' }).click({ timeout: 2_000 })
    }).toPass()
    await expect.poll(() => second.evaluate(() => document.fullscreenElement?.tagName)).toBe('HTML')

    // As after a start of the machine: the first window is there, the second is not.
    const again = context.waitForEvent('page')
    await second.close()
    await expect(open).toBeVisible()
    await kiosk.reload()
    const third = await again
    await expectBoth(third)

    // Until somebody says that there is to be none.
    await third.close()
    const only = screenIn(kiosk).getByRole('button', { name: 'Only one screen' })
    await only.press('Enter')
    await expect(only).toHaveCount(0)
    await kiosk.reload()
    await expect(open).toBeVisible()
    await expect(windowOf(kiosk)).toHaveAttribute('data-told', 'live')
    await expect(only).toHaveCount(0)
    expect(context.pages()).toHaveLength(1)
    await admin.call(deviceUnbind, { sn })
    await context.close()
  })

test('where the page of the second of two windows hangs, that one says so and gets another page, and the first shows its picture all the while', {
  tag: '@deep',
}, async ({ browser, stack }) => {
  test.slow()
  const url = `http://localhost:${stack.port}`
  const admin = await new ServiceClient(url).signIn(stack.user())
  const context = await browser.newContext({ viewport: null })
  const kiosk = await context.newPage()
  await kiosk.goto(`${url}/user/kiosk`)
  const sn = await pairScreen(kiosk, admin, 'One of two hangs')
  await showOnBoth(admin, sn)
  const opened = context.waitForEvent('page')
  await screenIn(kiosk).getByRole('button', { name: 'Open screen 2' }).press('Enter')
  const second = await opened
  const windowOf = (page: Page) => screenIn(page).locator('[data-window="0"]')
  for (const page of [kiosk, second]) await expect(windowOf(page)).toHaveAttribute('data-told', 'live', { timeout: OPENED_MS })
  const [first, before] = [await pageOfScreen(kiosk), await pageOfScreen(second)]
  // All that the first one says of its picture from now on, and that the shell says over it.
  await windowOf(kiosk).evaluate((window) => {
    const told = new Set([(window as HTMLElement).dataset['told']])
    new MutationObserver(() => told.add((window as HTMLElement).dataset['told'])).observe(window, { attributeFilter: ['data-told'] })
    Object.assign(globalThis, { told })
  })
  await kiosk.evaluate(() => {
    const said: (string | null)[] = []
    const note = () => said.push(...[...document.querySelectorAll('main')].map(({ textContent }) => textContent))
    new MutationObserver(note).observe(document.body, { childList: true, subtree: true })
    Object.assign(globalThis, { said })
  })

  const fails = await PageThatFails.in(browser, second)
  await fails.hang()
  await expect.poll(() => fails.words(), { timeout: TOLD_MS }).toMatch(/Not live.*for \d+ s/s)
  await expect(windowOf(second)).toHaveAttribute('data-told', 'live', { timeout: BACK_MS })
  expect(await fails.words()).toBe('')
  await expect(windowOf(second)).toContainText(PARKING)
  expect(await pageOfScreen(second)).not.toBe(before)

  expect(await pageOfScreen(kiosk)).toBe(first)
  expect(await kiosk.evaluate(() => (globalThis as unknown as { said: unknown[] }).said)).toEqual([])
  expect(await windowOf(kiosk).evaluate(() => [...(globalThis as unknown as { told: Set<unknown> }).told])).toEqual(['live'])
  await admin.call(deviceUnbind, { sn })
  await context.close()
})

test('a browser that opens no windows says so on the screen, and the second one opens by its address', { tag: '@deep' }, async ({
  browser,
  stack,
}) => {
  const url = `http://localhost:${stack.port}`
  const admin = await new ServiceClient(url).signIn(stack.user())
  const context = await browser.newContext({ viewport: null })
  const kiosk = await context.newPage()
  await kiosk.addInitScript(() => Object.assign(globalThis, { open: () => null }))
  await kiosk.goto(`${url}/user/kiosk`)
  const sn = await pairScreen(kiosk, admin, 'Blocked window')
  await showOnBoth(admin, sn)
  await screenIn(kiosk).getByRole('button', { name: 'Open screen 2' }).press('Enter')
  const words = screenIn(kiosk).getByText('The browser has blocked the new window. Allow this page to open windows.')
  await expect(words).toBeVisible({ timeout: OPENED_MS })
  const second = await context.newPage()
  await second.goto(`${url}/user/kiosk?screen=2`)
  await expect(screenIn(second).locator('[data-window="0"]')).toContainText(PARKING)
  await expect(words).toHaveCount(0)
  await admin.call(deviceUnbind, { sn })
  await context.close()
})

test('on an upright screen the windows stand below each other, on its remote control too', { tag: '@deep' }, async ({
  browser,
  people,
  stack,
}) => {
  const url = `http://localhost:${stack.port}`
  const admin = await new ServiceClient(url).signIn(stack.user())
  const kiosk = await pairKiosk(browser, admin, {
    url,
    name: 'Upright',
    prepare: (page) => page.setViewportSize({ width: 540, height: 960 }),
  })
  const names = [GATE, PARKING, 'Parking – south', 'Hall A – racks']
  const cameras = await Promise.all(names.map((name) => cameraNamed(admin, name)))
  const playChlList = cameras.map(({ sn, chlIndex }, winIndex) => ({ winIndex, sn, chlIndex }))
  const configValue = { splitNum: 4, isDefault: false, playChlList } as const
  const { configId } = await admin.call(userConfigsPut, { configName: 'Four', configType: 'layout', configValue })
  await admin.call(stationShow, { sn: kiosk.sn, voId: 1, wish: { kind: 'layout', configId } })
  const columnsOf = (windows: Locator) =>
    windows.evaluateAll((all) => new Set(all.map((one) => Math.round(one.getBoundingClientRect().left))).size)
  await expect(kiosk.screen.locator('[data-window]')).toHaveCount(4)
  expect(await columnsOf(kiosk.screen.locator('[data-window]'))).toBe(1)
  // What the screen has beyond the pictures lies beside all of them: none has black around itself.
  const ratios = await kiosk.screen.locator('[data-window]').evaluateAll((all) =>
    all.map((one) => {
      const { width, height } = one.getBoundingClientRect()
      return width / height
    }),
  )
  for (const ratio of ratios) expect(ratio).toBeCloseTo(16 / 9, 1)

  const remote = await people.enter(`/remote?station=${kiosk.sn}&screen=1`)
  const shown = remote.getByRole('group', { name: 'On the screen' })
  await expect(shown.getByRole('button')).toHaveCount(4)
  // Its size is told ten seconds after its start, and the remote control asks every four.
  await expect.poll(() => columnsOf(shown.getByRole('button')), { timeout: OPENED_MS }).toBe(1)
  const { width, height } = (await shown.boundingBox()) ?? { width: 0, height: 1 }
  expect(width / height).toBeCloseTo(9 / 16, 1)
  await kiosk.leave()
  await admin.call(userConfigsDelete, { configId })
})

test('the address of the wall leads to the screen on a browser that is paired, also when somebody has signed in on it', {
  tag: '@deep',
}, async ({ browser, stack }) => {
  const url = `http://localhost:${stack.port}`
  const admin = await new ServiceClient(url).signIn(stack.user())
  const kiosk = await pairKiosk(browser, admin, { url, name: 'Signed in' })
  await signIn(kiosk.page, stack, { path: '/live?split=1' })
  await kiosk.page.goto(stack.address('/live?kiosk=true'))
  await expect(kiosk.screen.locator('[data-clock]')).toBeVisible()
  expect(new URL(kiosk.page.url()).pathname).toBe('/user/kiosk')
  await kiosk.leave()
})

test('the page that stays for weeks gives back within a minute or so what it has thrown away', async ({ browser, stack }) => {
  const kiosk = await (await browser.newContext()).newPage()
  await kiosk.clock.install()
  await kiosk.goto(`http://localhost:${stack.port}/user/kiosk`)
  const thrown = await kiosk.evaluateHandle(() => new WeakRef({ heldBy: 'nobody' }))
  await kiosk.clock.fastForward(61_000)
  await expect.poll(() => thrown.evaluate((held) => held.deref() === undefined)).toBe(true)
  await kiosk.context().close()
})
