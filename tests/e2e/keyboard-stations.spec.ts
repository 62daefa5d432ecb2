import type { Frame, Page } from '@playwright/test'
import { deviceUnbind } from '#contract/calls/device/device-unbind.ts'
import { stationList } from '#contract/calls/station/station-list.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import { everyRule, expectSound, expectSoundEverywhere, expectWholeTexts, inEachLanguage, look } from './support/axe.ts'
import { arrowTo, pressAt, tabTo, typeAt } from './support/keys.ts'
import { alarmOfIntrusion, cameraNamed, screenIn } from './support/station.ts'
import { expect, test } from './support/test.ts'

const GATE = 'Gate 1 – entry'
const EXIT = 'Gate 1 – exit'

/** What is open in the office, in both languages and themes, wide, narrow and on the smallest of pages. */
async function lookAtOffice(office: Page, where: string): Promise<void> {
  await inEachLanguage(office, async (language) => {
    await expectSoundEverywhere(office, `${where}, ${language}`)
    await expectWholeTexts(office, `${where}, ${language}`)
  })
}

/** The page of the screen, within the frame around it. */
function frameOf(kiosk: Page): Frame {
  const frame = kiosk.frames().find((one) => one.url().includes('/kiosk-screen'))
  if (frame === undefined) throw new Error('There is no page of a screen.')
  return frame
}

/** What stands on the screen, in both languages. */
async function lookAtScreen(kiosk: Page, where: string): Promise<void> {
  await inEachLanguage(frameOf(kiosk), async (language) => {
    await look(kiosk, `${where.replaceAll(/\W+/g, '-')}-${language}`)
    await expectSound(frameOf(kiosk), `${where}, ${language}`, everyRule)
  })
}

test('a screen is paired, led and taken out of service by who has keys alone, and office and screen read well in both languages', {
  tag: '@deep',
}, async ({ browser, people, stack }) => {
  test.setTimeout(6 * 60_000)
  const url = `http://localhost:${stack.port}`
  const admin = await new ServiceClient(url).signIn(stack.user())
  const { sn, chlIndex } = await cameraNamed(admin, GATE)
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, serviceWorkers: 'block' })
  const kiosk = await context.newPage()
  const screen = screenIn(kiosk)
  const wall = screen.locator('[data-window="0"]')
  const office = await people.enter('/settings/stations')
  const dialog = office.getByRole('dialog')
  const panel = office.getByRole('dialog', { name: 'Porch screen', exact: true })
  const button = (name: string | RegExp) => panel.getByRole('button', { name, exact: typeof name === 'string' })

  await test.step('pair', async () => {
    await kiosk.goto(`${url}/user/kiosk`)
    await expect(screen.locator('[data-code]')).toHaveText(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/)
    await lookAtScreen(kiosk, 'a screen that waits')
    await pressAt(office, office.getByRole('button', { name: 'Pair a screen' }))
    await expect(dialog.getByLabel('Code on the screen')).toBeFocused()
    await office.keyboard.type((await screen.locator('[data-code]').textContent()) ?? '')
    await typeAt(office, dialog.getByLabel('Name', { exact: true }), 'Porch screen')
    await lookAtOffice(office, 'pairing a screen')
    await pressAt(office, dialog.getByRole('button', { name: 'Pair', exact: true }))
    await expect(screen.locator('[data-clock]')).toBeVisible()
    await lookAtScreen(kiosk, 'a screen with a clock')
    await pressAt(office, office.getByRole('button', { name: /Porch screen/ }))
    await expect(panel).toContainText('Connected')
  })

  await test.step('lead', async () => {
    await typeAt(office, panel.getByLabel('Show', { exact: true }), 'Gate')
    await pressAt(office, button('Put it up'))
    await expect(wall).toContainText(GATE)
    await expect(wall).toHaveAttribute('data-told', 'live')
    await typeAt(office, panel.getByLabel('Message'), 'Gate 2 is closed')
    await pressAt(office, button('Send'))
    await expect(screen.locator('[data-message]')).toHaveText('Gate 2 is closed')
    await lookAtScreen(kiosk, 'a wall with a message')
    await pressAt(office, button('Identify'))
    await expect(screen.locator('[data-identify]')).toContainText('1')
    await pressAt(office, button('Sound on'))
    await expect(button('Mute')).toBeVisible()
    await lookAtOffice(office, 'a viewing station')
  })

  await test.step('schedule', async () => {
    await pressAt(office, button('Schedule'))
    for (const day of ['Sat', 'Sun']) await pressAt(office, dialog.last().getByLabel(day), 'Space')
    await typeAt(office, dialog.last().getByLabel('From'), '00:00')
    await typeAt(office, dialog.last().getByLabel('Until'), '24:00')
    await typeAt(office, dialog.last().getByLabel('Show', { exact: true }), 'Clock')
    await lookAtOffice(office, 'a schedule')
    await pressAt(office, dialog.last().getByRole('button', { name: 'Save' }))
    await expect(button('Schedule (1)')).toBeVisible()
    await expect(screen.locator('[data-clock]')).toBeVisible()
    await pressAt(office, button('Schedule (1)'))
    await pressAt(office, dialog.last().getByRole('button', { name: 'Remove this time' }))
    await pressAt(office, dialog.last().getByRole('button', { name: 'Save' }))
    await expect(button('Schedule')).toBeVisible()
    await expect(wall).toContainText(GATE)
  })

  const endAlarms = await alarmOfIntrusion(admin, { sn, chlIndex })
  await test.step('alarms to the front', async () => {
    await pressAt(office, button('Alarms to the front'))
    await typeAt(office, dialog.last().getByLabel('Find a site or camera'), GATE)
    await tabTo(office, office.getByRole('treeitem').first())
    await arrowTo(office.getByRole('treeitem', { name: GATE }))
    await office.keyboard.press('Space')
    await lookAtOffice(office, 'alarms at the front')
    await pressAt(office, dialog.last().getByRole('button', { name: 'Save' }))
    await expect(button('Alarms to the front: on')).toBeVisible()
    await stack.simulate('intrusion', '--camera', GATE)
    await expect(screen.locator('[data-alarm]')).toContainText(GATE)
    await lookAtScreen(kiosk, 'an alarm at the front')
  })

  await test.step('remote control', async () => {
    const remote = await people.enter(
      `/remote?station=${(await admin.call(stationList, undefined)).stations.find(({ name }) => name === 'Porch screen')?.sn}`,
    )
    await expect(remote.getByRole('region', { name: /^Porch screen, screen 1/ })).toBeVisible()
    await typeAt(remote, remote.getByRole('searchbox'), EXIT)
    await pressAt(remote, remote.getByRole('button', { name: new RegExp(`^${EXIT}`) }))
    await expect(wall).toContainText(EXIT, { timeout: 40_000 })
    await lookAtOffice(remote, 'the remote control')
    await pressAt(remote, remote.getByRole('button', { name: 'Back to schedule' }))
    await expect(wall).toContainText(GATE)
  })

  await test.step('without a network', async () => {
    await context.setOffline(true)
    await expect(screen.locator('[data-trouble="network"]')).toBeVisible()
    await lookAtScreen(kiosk, 'a screen without a network')
    await context.setOffline(false)
    await expect(screen.locator('[data-trouble]')).toHaveCount(0)
  })

  await test.step('take out of service', async () => {
    await pressAt(office, button('Take its permission back'))
    await lookAtOffice(office, 'whether to take a permission back')
    await pressAt(office, dialog.last().getByRole('button', { name: 'Take back' }))
    await expect(screen.getByText('The office has taken this screen out of service.')).toBeVisible()
    await lookAtScreen(kiosk, 'a screen out of service')
    await office.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await expect(office.getByRole('button', { name: /Porch screen/ })).toBeFocused()
  })
  await endAlarms()
  for (const station of (await admin.call(stationList, undefined)).stations)
    if (station.name === 'Porch screen') await admin.call(deviceUnbind, { sn: station.sn })
  await context.close()
})
