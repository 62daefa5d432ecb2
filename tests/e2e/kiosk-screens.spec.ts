import { deviceUnbind } from '#contract/calls/device/device-unbind.ts'
import { stationShow } from '#contract/calls/station/station-show.ts'
import { chromiumLaunch } from '#tests/support/chromium.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import { expectSound, look } from './support/axe.ts'
import { cameraNamed, pairScreen, screenIn } from './support/station.ts'
import { expect, test } from './support/test.ts'

const launch = chromiumLaunch()

test.use({ launchOptions: { ...launch, args: [...launch.args, '--screen-info={0,0 1280x720}{1280,0 1280x720}'] } })

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
  const [gate, parking] = [await cameraNamed(admin, 'Gate 1 – entry'), await cameraNamed(admin, 'Parking – north')]
  await admin.call(stationShow, { sn, voId: 1, wish: { kind: 'camera', sn: gate.sn, chlIndex: gate.chlIndex } })
  await admin.call(stationShow, { sn, voId: 2, wish: { kind: 'camera', sn: parking.sn, chlIndex: parking.chlIndex } })
  const open = screenIn(kiosk).getByRole('button', { name: 'Open screen 2' })
  const opened = context.waitForEvent('page')
  await open.press('Enter')
  const second = await opened
  await expect(screenIn(second).locator('[data-window="0"]')).toContainText('Parking – north')
  await expect(screenIn(second).locator('[data-window="0"]')).toHaveAttribute('data-told', 'live')
  await expect(screenIn(kiosk).locator('[data-window="0"]')).toContainText('Gate 1 – entry')
  await expect(open).toHaveCount(0)
  expect(await kiosk.evaluate(() => screenX)).toBeLessThan(1_280)
  expect(await second.evaluate(() => screenX)).toBeGreaterThanOrEqual(1_280)
  await screenIn(second).locator('[data-stage]').hover()
  await expectSound(second, 'a second screen')
  await look(second, 'kiosk-second')
  await admin.call(deviceUnbind, { sn })
  await context.close()
})
