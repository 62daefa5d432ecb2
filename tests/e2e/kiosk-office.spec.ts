import type { Locator } from '@playwright/test'
import { userConfigsDelete } from '#contract/calls/config/user-configs-delete.ts'
import { userConfigsPut } from '#contract/calls/config/user-configs-put.ts'
import { deviceUnbind } from '#contract/calls/device/device-unbind.ts'
import { stationFrontSet } from '#contract/calls/station/station-front-set.ts'
import { stationList } from '#contract/calls/station/station-list.ts'
import { stationShow } from '#contract/calls/station/station-show.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import { StationScreen } from '#tests/support/station-screen.ts'
import { expectSoundEverywhere, look } from './support/axe.ts'
import { pairKiosk } from './support/paired-kiosk.ts'
import { readQr } from './support/read-qr.ts'
import { signIn } from './support/sign-in.ts'
import { alarmOfIntrusion, cameraNamed } from './support/station.ts'
import { expect, test } from './support/test.ts'

/** What the office sends is on the screen within this time, on a machine that has nothing else to do. */
const AT_ONCE_MS = 2_000

/** Presses a button. Answers how much of that time is left, whenever it is asked, ms. */
async function pressed(panel: Locator, name: string): Promise<() => number> {
  await panel.getByRole('button', { name }).press('Enter')
  const endMs = performance.now() + AT_ONCE_MS
  return () => Math.max(1, endMs - performance.now())
}
const GATE = 'Gate 1 – entry'
const EXIT = 'Gate 1 – exit'

test('an alarm of a camera that the office chose comes to the front of the screen, which goes back by itself', { tag: '@deep' }, async ({
  browser,
  people,
  stack,
}) => {
  const url = `http://localhost:${stack.port}`
  const admin = await new ServiceClient(url).signIn(stack.user())
  const { sn, chlIndex } = await cameraNamed(admin, GATE)
  const kiosk = await pairKiosk(browser, admin, { url, name: 'Alarm screen' })
  const endAlarms = await alarmOfIntrusion(admin, { sn, chlIndex })
  const office = await people.enter('/settings/stations')
  await office.getByRole('button', { name: /Alarm screen/ }).press('Enter')
  const panel = office.getByRole('dialog', { name: 'Alarm screen' })
  await panel.getByRole('button', { name: 'Alarms to the front' }).press('Enter')
  const form = office.getByRole('dialog', { name: 'Alarms at the front of screen 1' })
  await form.getByLabel('Find a site or camera').fill(GATE)
  await form.getByRole('treeitem', { name: GATE }).press('Space')
  // So long that the camera is live before the screen goes back.
  await form.getByLabel('Each for').selectOption('20')
  await expectSoundEverywhere(office, 'alarms at the front')
  await form.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(panel.getByRole('button', { name: 'Alarms to the front: on' })).toBeVisible()

  await stack.simulate('intrusion', '--camera', GATE)
  const front = kiosk.screen.locator('[data-alarm]')
  await expect(front).toContainText('Intrusion')
  await expect(front).toContainText(GATE)
  await expect(front.locator('[data-window]')).toHaveAttribute('data-told', 'live')
  await look(kiosk.page, 'kiosk-alarm')
  await test.step('the screen goes back by itself', async () => {
    await expect(front).toHaveCount(0, { timeout: 40_000 })
    await expect(kiosk.screen.locator('[data-clock]')).toBeVisible()
  })
  await endAlarms()
  await kiosk.leave()
})

test('the office finds viewing stations by their name and by their site, and the address keeps what it looks for', {
  tag: '@deep',
}, async ({ people, stack }) => {
  const url = `http://localhost:${stack.port}`
  const admin = await new ServiceClient(url).signIn(stack.user())
  const atStack = { client: () => new ServiceClient(url), now: Date.now() }
  const screens = [
    await StationScreen.paired(atStack, admin, 'Barrier screen', 'harbor-gate'),
    await StationScreen.paired(atStack, admin, 'Counter screen', 'harbor-shop'),
  ]
  const office = await people.enter('/settings/stations')
  const stations = office.getByRole('list', { name: 'Viewing stations' }).getByRole('listitem')
  const search = office.getByRole('searchbox', { name: 'Search name or site' })
  await expect(stations.filter({ hasText: 'Barrier screen' })).toBeVisible()
  await expect(stations.filter({ hasText: 'Counter screen' })).toBeVisible()

  await search.fill('COUNTER')
  await expect(stations).toHaveCount(1)
  await expect(stations).toContainText('Counter screen')
  await search.fill('gate and park')
  await expect(stations.filter({ hasText: 'Counter screen' })).toHaveCount(0)
  await expect(stations.filter({ hasText: 'Barrier screen' })).toBeVisible()
  await expect(office).toHaveURL(/[?&]search=gate/)
  // What was found opens as ever, and the search outlasts its panel.
  await office.getByRole('button', { name: /Barrier screen/ }).press('Enter')
  await expect(office.getByRole('dialog', { name: 'Barrier screen' })).toBeVisible()
  await office.keyboard.press('Escape')
  await office.reload()
  await expect(search).toHaveValue('gate and park')
  await expect(stations.filter({ hasText: 'Barrier screen' })).toBeVisible()
  await expect(stations.filter({ hasText: 'Counter screen' })).toHaveCount(0)

  await search.fill('nowhere at all')
  await expect(office.getByText('No viewing station matches.')).toBeVisible()
  await expectSoundEverywhere(office, 'a search of viewing stations that finds nothing')
  for (const { sn } of screens) await admin.call(deviceUnbind, { sn })
})

test('all that the office presses is done, though one thing is still under way when the next is pressed', { tag: '@deep' }, async ({
  people,
  stack,
}) => {
  const url = `http://localhost:${stack.port}`
  const admin = await new ServiceClient(url).signIn(stack.user())
  const { sn } = await StationScreen.paired(
    { client: () => new ServiceClient(url), now: Date.now() },
    admin,
    'Pressed screen',
    'harbor-gate',
  )
  const office = await people.enter('/settings/stations')
  await office.getByRole('button', { name: /Pressed screen/ }).press('Enter')
  const panel = office.getByRole('dialog', { name: 'Pressed screen' })
  await panel.getByLabel('Message').fill('Gate 2 is closed')
  const buttons = await Promise.all(
    ['Send', 'Sound on', 'Identify'].map(async (name) => panel.getByRole('button', { name, exact: true }).elementHandle()),
  )
  // In one moment, before anything of it can be answered.
  await office.evaluate((all) => all.forEach((button) => (button as HTMLElement | null)?.click()), buttons)
  await expect(office.getByText('Screen 1 is not connected: it cannot show its number.')).toBeVisible()
  const output = async () => (await admin.call(stationList, undefined)).stations.find((station) => station.sn === sn)?.outputs[0]
  await expect.poll(output).toMatchObject({ isMuted: false, message: { text: 'Gate 2 is closed' } })
  await expectSoundEverywhere(office, 'what a screen is told')
  await admin.call(deviceUnbind, { sn })
})

test('a double click saves a view of a screen once, and deletes it once', { tag: '@deep' }, async ({ people, stack }) => {
  const url = `http://localhost:${stack.port}`
  const admin = await new ServiceClient(url).signIn(stack.user())
  const gate = await cameraNamed(admin, GATE)
  const atStack = { client: () => new ServiceClient(url), now: Date.now() }
  const { sn } = await StationScreen.paired(atStack, admin, 'Doubled screen', 'harbor-gate')
  await admin.call(stationShow, { sn, voId: 1, wish: { kind: 'camera', sn: gate.sn, chlIndex: gate.chlIndex } })
  const office = await people.enter('/settings/stations')
  await office.getByRole('button', { name: /Doubled screen/ }).press('Enter')
  const panel = office.getByRole('dialog', { name: 'Doubled screen' })
  // Both before the first can be answered.
  const doubleClick = (button: Locator) =>
    button.evaluate((element: HTMLElement) => {
      element.click()
      element.click()
    })
  const save = panel.getByRole('button', { name: 'Save what was put up by hand' })
  await panel.getByLabel('Name of a view').fill('Doors')
  await doubleClick(save)
  await expect(office.getByText('The view is saved.')).toBeVisible()
  await expect(save).toHaveAttribute('aria-busy', 'false')
  await expect(panel.getByRole('alert')).toHaveCount(0)
  await expect(panel.getByRole('option', { name: 'Doors' })).toHaveCount(1)
  await panel.getByLabel('Show', { exact: true }).selectOption({ label: 'Doors' })
  await doubleClick(panel.getByRole('button', { name: 'Delete this view' }))
  await expect(office.getByText('The view is deleted.')).toHaveCount(1)
  await expect(panel.getByRole('option', { name: 'Doors' })).toHaveCount(0)
  await admin.call(deviceUnbind, { sn })
})

test('among the devices a paired screen offers neither a security code nor settings, and a station that was added by its code does', {
  tag: '@deep',
}, async ({ browser, people, stack }) => {
  const url = `http://localhost:${stack.port}`
  const admin = await new ServiceClient(url).signIn(stack.user())
  const kiosk = await pairKiosk(browser, admin, { url, name: 'Device screen' })
  const page = await people.enter(`/device/index?device=${kiosk.sn}`)
  const offered = (name: string) => {
    const panel = page.getByRole('dialog', { name })
    return {
      shows: panel.getByRole('link', { name: 'What its screens show' }),
      rename: panel.getByRole('button', { name: 'Rename' }),
      code: panel.getByRole('button', { name: 'Security code' }),
      settings: panel.getByRole('link', { name: 'Settings of the device' }),
    }
  }
  const paired = offered('Device screen')
  await expect(paired.shows).toBeVisible()
  // All that may be changed is known by now.
  await expect(paired.rename).toBeVisible()
  await expect(paired.code).toHaveCount(0)
  await expect(paired.settings).toHaveCount(0)
  await expectSoundEverywhere(page, 'a paired screen among the devices')
  await page.keyboard.press('Escape')
  await page.getByRole('searchbox', { name: 'Search name, model or serial number' }).fill('Watch room display')
  await page.getByRole('row').filter({ hasText: 'Watch room display' }).getByRole('cell', { name: 'Warehouse North' }).click()
  const added = offered('Watch room display')
  await expect(added.code).toBeVisible()
  await added.settings.press('Enter')
  await expect(page).toHaveURL(/\/device\/settings\?device=/)
  await kiosk.leave()
})

test('who may only watch reads once, on the remote control, that there is no screen for them', { tag: '@deep' }, async ({ people }) => {
  const page = await people.enter('/remote', 'live-only')
  await expect(page.getByText('There is no screen here that you may control.')).toBeVisible()
  await expect(page.getByText('Whoever may move the cameras of a site controls the viewing stations of it.')).toBeVisible()
  await expect(page.getByText(/permission/)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
})

test('a telephone controls the screen whose code it has read: another camera, and the schedule again', async ({
  browser,
  people,
  stack,
}) => {
  const url = `http://localhost:${stack.port}`
  const admin = await new ServiceClient(url).signIn(stack.user())
  const gate = await cameraNamed(admin, GATE)
  const kiosk = await pairKiosk(browser, admin, { url, name: 'Controlled screen' })
  const wall = kiosk.screen.locator('[data-window]')
  await admin.call(stationShow, { sn: kiosk.sn, voId: 1, wish: { kind: 'camera', sn: gate.sn, chlIndex: gate.chlIndex } })
  await expect(wall).toContainText(GATE)

  const office = await people.enter('/settings/stations')
  await office.getByRole('button', { name: /Controlled screen/ }).press('Enter')
  await office.getByRole('dialog', { name: 'Controlled screen' }).getByRole('button', { name: 'Identify' }).press('Enter')
  const address = await readQr(kiosk.screen.locator('[data-identify] svg'))
  expect(address).toBe(`${url}/user/remote?station=${kiosk.sn}&screen=1`)

  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    serviceWorkers: 'block',
  })
  const phone = await context.newPage()
  await signIn(phone, stack, { path: address?.slice(`${url}/user`.length) ?? '' })
  const shown = phone.getByRole('region', { name: /^Controlled screen, screen 1/ })
  await expect(shown).toContainText(GATE)
  await expect(shown).toContainText('The screen goes by its schedule.')
  await expectSoundEverywhere(phone, 'the remote control')

  await phone.getByRole('region', { name: 'Show something else' }).getByRole('searchbox').fill(EXIT)
  await phone.getByRole('button', { name: new RegExp(`^${EXIT}`) }).tap()
  await expect(wall).toContainText(EXIT)
  await expect(shown).toContainText('By remote control until')
  await look(phone, 'remote-control')
  await phone.getByRole('button', { name: 'Back to schedule' }).tap()
  await expect(wall).toContainText(GATE)
  // Nothing on the page is wider than the telephone.
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

  await expect(shown).not.toContainText('This screen is not connected.')
  await kiosk.page.close()
  await expect(shown).toContainText('This screen is not connected.')
  await context.close()
  await kiosk.leave()
})

test('by touch a telephone shows one window of a screen alone and all of them again, another layout, and the views of a tour', {
  tag: '@deep',
}, async ({ browser, stack }) => {
  const url = `http://localhost:${stack.port}`
  const admin = await new ServiceClient(url).signIn(stack.user())
  const cameras = await Promise.all([GATE, EXIT, 'Parking – north', 'Parking – south'].map((name) => cameraNamed(admin, name)))
  const channels = cameras.map(({ sn, chlIndex }) => ({ sn, chlIndex }))
  const keep = (configName: string, some: typeof channels) =>
    admin.call(userConfigsPut, {
      configName,
      configType: 'layout',
      configValue: { splitNum: 4, isDefault: false, playChlList: some.map((channel, winIndex) => ({ winIndex, ...channel })) },
    })
  const gates = await keep('Gates and parking', channels)
  const parking = await keep('Parking alone', channels.slice(2))
  const round = await admin.call(userConfigsPut, {
    configName: 'Gates in turn',
    configType: 'tour',
    configValue: { kind: 'cameras', dwellS: 600, splitNum: 1, channels: channels.slice(0, 3) },
  })
  const kiosk = await pairKiosk(browser, admin, { url, name: 'Touched screen' })
  const windows = kiosk.screen.locator('[data-window]')
  await admin.call(stationShow, { sn: kiosk.sn, voId: 1, wish: { kind: 'layout', configId: gates.configId } })
  await expect(windows).toHaveCount(4)

  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const phone = await context.newPage()
  await signIn(phone, stack, { path: `/remote?station=${kiosk.sn}&screen=1` })
  const shown = phone.getByRole('group', { name: 'On the screen' })
  const offered = phone.getByRole('region', { name: 'Show something else' })

  await test.step('one window alone, and all of them', async () => {
    await expect(shown.getByRole('button')).toHaveCount(4)
    await shown.getByRole('button', { name: `Show ${EXIT} alone` }).tap()
    await expect(windows).toHaveCount(1, { timeout: AT_ONCE_MS })
    await expect(windows).toContainText(EXIT)
    await expect(windows).toHaveAttribute('data-told', 'live')
    await expectSoundEverywhere(phone, 'one window alone')
    await phone.getByRole('button', { name: 'All windows' }).tap()
    await expect(windows).toHaveCount(4, { timeout: AT_ONCE_MS })
  })

  await test.step('another layout', async () => {
    await offered.getByRole('button', { name: 'Layouts' }).tap()
    await offered.getByRole('button', { name: 'Parking alone' }).tap()
    await expect(windows).toHaveCount(2, { timeout: AT_ONCE_MS })
    await expect(windows.first()).toContainText('Parking – north')
  })

  await test.step('the views of a tour', async () => {
    await offered.getByRole('button', { name: 'Tours' }).tap()
    await offered.getByRole('button', { name: 'Gates in turn' }).tap()
    await expect(windows).toHaveCount(1, { timeout: AT_ONCE_MS })
    await expect(windows).toContainText(GATE, { timeout: AT_ONCE_MS })
    const next = phone.getByRole('button', { name: 'Next' })
    await next.tap()
    await expect(windows).toContainText(EXIT, { timeout: AT_ONCE_MS })
    await phone.getByRole('button', { name: 'Previous' }).tap()
    await expect(windows).toContainText(GATE, { timeout: AT_ONCE_MS })
    // Each press counts, however soon it follows.
    await next.dblclick()
    await expect(windows).toContainText('Parking – north', { timeout: AT_ONCE_MS })
  })
  await context.close()
  await kiosk.leave()
  for (const { configId } of [gates, parking, round]) await admin.call(userConfigsDelete, { configId })
})

test('two screens show each its own: paired, pushed to, by the hour, and one taken back while the other goes on', {
  tag: ['@alone', '@deep'],
}, async ({ browser, people, stack }) => {
  const url = `http://localhost:${stack.port}`
  const admin = await new ServiceClient(url).signIn(stack.user())
  const cameras = await Promise.all([GATE, EXIT, 'Parking – north', 'Parking – south'].map((name) => cameraNamed(admin, name)))
  const [gate, exit] = cameras as [(typeof cameras)[number], (typeof cameras)[number]]
  const playChlList = cameras.map((camera, winIndex) => ({ winIndex, sn: camera.sn, chlIndex: camera.chlIndex }))
  const kept = [
    await admin.call(userConfigsPut, {
      configName: 'Four at a time',
      configType: 'layout',
      configValue: { splitNum: 4, isDefault: false, playChlList },
    }),
    await admin.call(userConfigsPut, {
      configName: 'Two in turn',
      configType: 'tour',
      configValue: {
        kind: 'cameras',
        dwellS: 600,
        splitNum: 1,
        channels: playChlList.slice(0, 2).map(({ sn, chlIndex }) => ({ sn, chlIndex })),
      },
    }),
  ]
  const [one, other] = [
    await pairKiosk(browser, admin, { url, name: 'First screen' }),
    await pairKiosk(browser, admin, { url, name: 'Second screen' }),
  ]
  const windowOf = ({ screen }: typeof one) => screen.locator('[data-window="0"]')
  const office = await people.enter('/settings/stations')
  const panelOf = async ({ name }: typeof one) => {
    await office.getByRole('button', { name: new RegExp(name) }).press('Enter')
    return office.getByRole('dialog', { name, exact: true })
  }
  for (const [kiosk, { channelName, siteName }] of [
    [one, gate],
    [other, exit],
  ] as const) {
    const panel = await panelOf(kiosk)
    await expect(panel).toContainText('Connected')
    await panel.getByLabel('Show', { exact: true }).selectOption({ label: `${channelName} · ${siteName}` })
    const left = await pressed(panel, 'Put it up')
    await expect(windowOf(kiosk)).toContainText(channelName, { timeout: left() })
    await expect(windowOf(kiosk), 'its picture is there as soon').toHaveAttribute('data-told', 'live', { timeout: left() })
    await office.keyboard.press('Escape')
    await expect(panel).toBeHidden()
  }

  const panel = await panelOf(one)
  for (const [label, count] of [
    ['Four at a time', 4],
    ['Two in turn', 1],
  ] as const) {
    await panel.getByLabel('Show', { exact: true }).selectOption({ label })
    const left = await pressed(panel, 'Put it up')
    await expect(one.screen.locator('[data-window][data-told="live"]')).toHaveCount(count, { timeout: left() })
    await expect(one.screen.locator('[data-window]')).toHaveCount(count)
  }
  await panel.getByLabel('Message').fill('Gate 2 is closed')
  await pressed(panel, 'Send')
  await expect(one.screen.locator('[data-message]')).toHaveText('Gate 2 is closed', { timeout: AT_ONCE_MS })
  const channels = [{ sn: gate.sn, chlIndex: gate.chlIndex }]
  const endAlarms = await alarmOfIntrusion(admin, gate)
  await admin.call(stationFrontSet, { sn: one.sn, voId: 1, front: { scope: { siteIds: [], channels }, lastsS: 10 } })
  await stack.simulate('intrusion', '--camera', GATE)
  await expect(one.screen.locator('[data-alarm]')).toContainText(GATE, { timeout: AT_ONCE_MS })
  await endAlarms()
  await admin.call(stationFrontSet, { sn: one.sn, voId: 1, front: null })

  await panel.getByRole('button', { name: 'Schedule' }).press('Enter')
  const form = office.getByRole('dialog', { name: 'Schedule of screen 1' })
  for (const day of ['Sat', 'Sun']) await form.getByLabel(day).check()
  await form.getByLabel('From').fill('00:00')
  await form.getByLabel('Until').fill('24:00')
  await form.getByLabel('Show', { exact: true }).selectOption({ label: 'Clock' })
  await form.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(one.screen.locator('[data-clock]')).toBeVisible({ timeout: AT_ONCE_MS })
  await expect(windowOf(other)).toContainText(EXIT)

  await panel.getByRole('button', { name: 'Take its permission back' }).press('Enter')
  await office.getByRole('button', { name: 'Take back' }).press('Enter')
  await expect(one.screen.getByText('The office has taken this screen out of service.')).toBeVisible({ timeout: AT_ONCE_MS })
  await expect(windowOf(other)).toHaveAttribute('data-told', 'live')
  await expect(panel).toContainText('Not paired')
  await one.leave()
  await other.leave()
  for (const { configId } of kept) await admin.call(userConfigsDelete, { configId })
})
