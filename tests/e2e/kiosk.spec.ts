import { deviceUnbind } from '#contract/calls/device/device-unbind.ts'
import { siteChannelList } from '#contract/calls/device/site-channel-list.ts'
import { stationList } from '#contract/calls/station/station-list.ts'
import { isDeep } from '#tests/support/depth.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import { expectSound, expectSoundEverywhere, look } from './support/axe.ts'
import { deepStep } from './support/deep-step.ts'
import { pageOfScreen, screenIn } from './support/station.ts'
import { expect, test } from './support/test.ts'

test('a screen is paired by its code, shows what the office sends, by the hour too, says that it has no network, and goes dark when its permission is taken back', async ({
  browser,
  people,
  stack,
}) => {
  const url = `http://localhost:${stack.port}`
  const admin = await new ServiceClient(url).signIn(stack.user())
  const camera = (await admin.call(siteChannelList, {})).channels.find(({ channelName: name }) => name === 'Gate 1 – entry')
  if (camera === undefined) throw new Error('There is no camera.')
  const { channelName, siteName } = camera
  const kiosk = await (await browser.newContext({ viewport: { width: 1280, height: 720 }, serviceWorkers: 'block' })).newPage()
  const office = await people.enter('/settings/stations')
  const panel = office.getByRole('dialog', { name: 'Hall screen', exact: true })
  const screen = screenIn(kiosk)
  const message = screen.locator('[data-message]')

  await test.step('pair', async () => {
    // Nobody signs in on it: the address of the wall leads there as well.
    await kiosk.goto(`${url}/user/live?kiosk=true`)
    await expect(screen.locator('[data-code]')).toHaveText(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/)
    expect(new URL(kiosk.url()).pathname).toBe('/user/kiosk')
    await expectSound(kiosk, 'a screen that waits')
    await look(kiosk, 'kiosk-pairing')
    const code = (await screen.locator('[data-code]').textContent()) ?? ''
    await office.getByRole('button', { name: 'Pair a screen' }).press('Enter')
    const form = office.getByRole('dialog', { name: 'Pair a screen' })
    await form.getByLabel('Code on the screen').fill('AAAA-AAAA')
    await form.getByLabel('Name', { exact: true }).fill('Hall screen')
    await form.getByRole('button', { name: 'Pair', exact: true }).press('Enter')
    await expect(form.getByLabel('Code on the screen')).toHaveAccessibleDescription(/No screen shows this code/)
    await form.getByLabel('Code on the screen').fill(code)
    await expectSoundEverywhere(office, 'pairing a screen')
    await form.getByRole('button', { name: 'Pair', exact: true }).press('Enter')
    await expect(screen.locator('[data-clock]')).toBeVisible()
    await office.getByRole('button', { name: /Hall screen/ }).press('Enter')
  })

  await test.step('push', async () => {
    await panel.getByLabel('Show', { exact: true }).selectOption({ label: `${channelName} · ${siteName}` })
    await panel.getByRole('button', { name: 'Put it up' }).press('Enter')
    await expect(screen.locator('[data-window="0"]')).toContainText(channelName)
    // By itself the page asks every ten seconds how its screens are; with what one does it asks at once.
    await expect(panel).toContainText('Connected')
    await expect(screen.locator('[data-window="0"]')).toHaveAttribute('data-told', 'live')
    const ageMs = async () => Number((await screen.locator('[data-window="0"]').getAttribute('data-age')) ?? Number.NaN)
    const isFresh = (ms: number) => ms >= 0 && ms < 3_000
    await expect.poll(async () => isFresh(await ageMs())).toBe(true)
    // What is put up is kept under a name, to be put up again.
    await panel.getByLabel('Name of a view').fill('Doors')
    await panel.getByRole('button', { name: 'Save what was put up by hand' }).press('Enter')
    await panel.getByLabel('Show', { exact: true }).selectOption({ label: 'Doors' })
    await panel.getByRole('button', { name: 'Put it up' }).press('Enter')
    await expect(office.getByText('Screen 1 shows it.')).toBeVisible()
    await panel.getByRole('button', { name: 'Delete this view' }).press('Enter')
    await expect(panel.getByRole('option', { name: 'Doors' })).toHaveCount(0)
    await panel.getByLabel('Message').fill('Gate 2 is closed')
    await panel.getByRole('button', { name: 'Send' }).press('Enter')
    await expect(message).toHaveText('Gate 2 is closed')
    const [above, below] = [await screen.locator('[data-window="0"]').boundingBox(), await message.boundingBox()]
    expect((above?.y ?? 0) + (above?.height ?? 0), 'it hides nothing of the picture').toBeLessThanOrEqual(below?.y ?? 0)
    // One thing after the other: it is told when it is done.
    await expect(office.getByText('The message is on the screen for 30 minutes.')).toBeVisible()
    await panel.getByRole('button', { name: 'Identify' }).press('Enter')
    await expect(screen.locator('[data-identify]')).toContainText('1')
    await look(kiosk, 'kiosk-identify')
    // What it says of itself comes after some seconds, as does its picture. What was put up is on it still.
    await expect(panel.getByText('1 Doors')).toBeVisible()
    if (isDeep) await expect(panel.getByRole('img', { name: /^Screen 1/ })).toBeVisible({ timeout: 30_000 })
    await expectSoundEverywhere(office, 'a viewing station')
    await look(office, 'office-panel')
  })

  await test.step('schedule', async () => {
    await panel.getByRole('button', { name: 'Schedule' }).press('Enter')
    const form = office.getByRole('dialog', { name: 'Schedule of screen 1' })
    for (const day of ['Sat', 'Sun']) await form.getByLabel(day).check()
    await form.getByLabel('From').fill('00:00')
    await form.getByLabel('Until').fill('24:00')
    await form.getByLabel('Show', { exact: true }).selectOption({ label: 'Clock' })
    await expectSound(office, 'a schedule')
    await form.getByRole('button', { name: 'Save' }).press('Enter')
    await expect(form).toBeHidden()
    await expect(screen.locator('[data-clock]')).toBeVisible()
    // What the office puts up meanwhile is on the screen at once.
    await panel.getByLabel('Show', { exact: true }).selectOption({ label: `${channelName} · ${siteName}` })
    await panel.getByRole('button', { name: 'Put it up' }).press('Enter')
    await expect(screen.locator('[data-window="0"]')).toHaveAttribute('data-told', 'live')
    await panel.getByRole('button', { name: /^Schedule/ }).press('Enter')
    await form.getByRole('button', { name: 'Save' }).press('Enter')
    // The screen may have it before the office has its answer.
    await expect(form).toBeHidden()
    await expect(screen.locator('[data-clock]')).toBeVisible()
    await panel.getByRole('button', { name: /^Schedule/ }).press('Enter')
    await form.getByRole('button', { name: 'Remove this time' }).press('Enter')
    await form.getByRole('button', { name: 'Save' }).press('Enter')
    await expect(screen.locator('[data-window="0"]')).toHaveAttribute('data-told', 'live')
  })

  await test.step('without a network it says so, and goes on by itself', async () => {
    await kiosk.context().setOffline(true)
    await expect(screen.locator('[data-trouble="network"]')).toBeVisible()
    await look(kiosk, 'kiosk-offline')
    await kiosk.context().setOffline(false)
    await expect(screen.locator('[data-trouble]')).toHaveCount(0)
  })

  await deepStep('the office has it begin anew, and it goes on by itself', async () => {
    const before = await pageOfScreen(kiosk)
    await panel.getByRole('button', { name: 'Reload' }).press('Enter')
    await expect.poll(() => pageOfScreen(kiosk)).not.toBe(before)
    await expect(kiosk.locator('iframe')).toHaveCount(1)
    await expect(screen.locator('[data-window="0"]')).toHaveAttribute('data-told', 'live')
    await expect(panel).toContainText('Reloaded by the office', { timeout: 30_000 })
  })

  await test.step('revoke', async () => {
    await panel.getByRole('button', { name: 'Take its permission back' }).press('Enter')
    await office.getByRole('button', { name: 'Take back' }).press('Enter')
    await expect(screen.getByText('The office has taken this screen out of service.')).toBeVisible()
    await expect(screen.locator('[data-code]')).toHaveText(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/)
    await look(kiosk, 'kiosk-revoked')
    await expect(panel).toContainText('Not paired')
  })

  const { stations } = await admin.call(stationList, undefined)
  for (const { sn, name } of stations) if (name === 'Hall screen') await admin.call(deviceUnbind, { sn })
  await kiosk.context().close()
})
