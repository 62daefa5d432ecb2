import { deviceUnbind } from '#contract/calls/device/device-unbind.ts'
import { stationList } from '#contract/calls/station/station-list.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import { expectSoundEverywhere } from './support/axe.ts'
import { readQr } from './support/read-qr.ts'
import { signIn } from './support/sign-in.ts'
import { screenIn } from './support/station.ts'
import { expect, test } from './support/test.ts'

const NAME = 'Lobby screen'
const telephone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

test('a telephone that reads the code on a screen pairs it: with the code in the form, by an administrator and by nobody else', {
  tag: '@deep',
}, async ({ browser, stack }) => {
  const url = `http://localhost:${stack.port}`
  const admin = await new ServiceClient(url).signIn(stack.user())
  const kiosk = await (await browser.newContext({ viewport: { width: 1280, height: 720 } })).newPage()
  const screen = screenIn(kiosk)
  await kiosk.goto(`${url}/user/kiosk`)
  await expect(screen.locator('[data-code]')).toHaveText(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/)
  const code = (await screen.locator('[data-code]').textContent()) ?? ''
  const address = await readQr(screen.getByRole('img', { name: 'QR code that opens the settings with this code' }))
  expect(address).toBe(`${url}/user/settings/stations?code=${code}`)
  const path = address?.slice(`${url}/user`.length) ?? ''

  await test.step('a screen that is started anew meanwhile shows the same code', async () => {
    await kiosk.reload()
    await expect(screen.locator('[data-code]')).toHaveText(code)
  })

  await test.step('whoever is no administrator is led elsewhere, and the screen goes on waiting', async () => {
    const context = await browser.newContext(telephone)
    const page = await context.newPage()
    await signIn(page, stack, { role: 'site-operator', path })
    await expect(page).not.toHaveURL(/settings\/stations/)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(screen.locator('[data-code]')).toHaveText(code)
    await context.close()
  })

  await test.step('an administrator types the name alone', async () => {
    const context = await browser.newContext(telephone)
    const page = await context.newPage()
    await signIn(page, stack, { path })
    const form = page.getByRole('dialog', { name: 'Pair a screen' })
    await expect(form.getByLabel('Code on the screen')).toHaveValue(code)
    await expect(form.getByLabel('Name', { exact: true })).toBeFocused()
    await expectSoundEverywhere(page, 'pairing by a telephone')
    await form.getByLabel('Name', { exact: true }).fill(NAME)
    await form.getByRole('button', { name: 'Pair', exact: true }).tap()
    await expect(screen.locator('[data-clock]')).toBeVisible()
    await expect(form).toBeHidden()
    // Who loads the page again is not asked to pair once more.
    await expect(page).toHaveURL(`${url}/user/settings/stations`)

    await page.getByRole('button', { name: new RegExp(NAME) }).tap()
    const panel = page.getByRole('dialog', { name: NAME })
    for (const number of ['Screen 1', 'Screen 2']) {
      await panel.getByRole('button', { name: number }).tap()
      await expect(panel.getByLabel('Screen size, pixels')).toHaveValue('1920x1080')
    }
    await context.close()
  })

  const { stations } = await admin.call(stationList, undefined)
  const paired = stations.filter(({ name }) => name === NAME)
  expect(paired).toHaveLength(1)
  for (const { sn } of paired) await admin.call(deviceUnbind, { sn })
  await kiosk.context().close()
})
