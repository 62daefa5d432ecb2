import { stationRevoke } from '#contract/calls/station/station-revoke.ts'
import { stationShow } from '#contract/calls/station/station-show.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import { test } from './support/net.ts'
import { cameraNamed, pairScreen, screenIn } from './support/station.ts'
import { expect } from './support/test.ts'

/** A line that is dead without a word is found out by its silence: later while its streams begin, whose largest pictures may be under way. */
const FOUND_OUT_MS = 20_000
/** On a machine on which much else runs. */
const BACK_MS = 3_000

test('a screen whose connections die without a word says that it is cut off, and is live at once when the line is there, though they stay dead', {
  tag: '@deep',
}, async ({ browser, net: { stack, proxy, port } }) => {
  const admin = await new ServiceClient(`http://localhost:${stack.port}`).signIn(stack.user())
  const { sn: cameraSn, chlIndex } = await cameraNamed(admin, 'Gate 1 – entry')
  const kiosk = await (await browser.newContext({ viewport: { width: 1280, height: 720 } })).newPage()
  await kiosk.goto(`http://localhost:${port}/user/kiosk`)
  const sn = await pairScreen(kiosk, admin, 'Screen behind a router')
  await admin.call(stationShow, { sn, voId: 1, wish: { kind: 'camera', sn: cameraSn, chlIndex } })
  const screen = screenIn(kiosk)
  const picture = screen.locator('[data-window="0"]')
  await expect(picture).toHaveAttribute('data-told', 'live')

  proxy.blackHole()
  await expect(picture).toHaveAttribute('data-told', 'frozen', { timeout: FOUND_OUT_MS })
  await expect(screen.locator('[data-trouble="service"]')).toBeVisible({ timeout: FOUND_OUT_MS })
  proxy.leaveDead()
  await expect(picture).toHaveAttribute('data-told', 'live', { timeout: BACK_MS })
  await expect(screen.locator('[data-trouble]')).toHaveCount(0)

  // What the office sends comes by the connection for news, which is another one now as well.
  await admin.call(stationShow, { sn, voId: 1, wish: { kind: 'clock' } })
  await expect(screen.locator('[data-clock]')).toBeVisible({ timeout: BACK_MS })
  await admin.call(stationRevoke, { sn })
  await kiosk.context().close()
})
