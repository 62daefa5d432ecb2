import { createServer } from 'node:http'
import type { Locator } from '@playwright/test'
import { pushClose } from '#contract/push.ts'
import { stationRevoke } from '#contract/calls/station/station-revoke.ts'
import { stationShow } from '#contract/calls/station/station-show.ts'
import { stationToken } from '#contract/calls/station/station-token.ts'
import { userConfigsDelete } from '#contract/calls/config/user-configs-delete.ts'
import { userConfigsPut } from '#contract/calls/config/user-configs-put.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import { test } from './support/net.ts'
import { pairKiosk } from './support/paired-kiosk.ts'
import { cameraNamed } from './support/station.ts'
import { expect } from './support/test.ts'

const CAMERA = 'Parking – south'
const HOUR_MS = 3_600_000
/** What somebody reads from five metres is a forty-fifth of the screen at least: an inch on a screen of 55. */
const READABLE = 1 / 45
/** The screen asks anew every two seconds, and a device that is back says so. */
const BACK_MS = 30_000

const opacityOf = (element: Locator) => element.evaluate((one) => Number(getComputedStyle(one).opacity))
const letterOf = (element: Locator) => element.evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize) / innerHeight)

test('what keeps a screen from its pictures is told in words of its own, large, over a last picture that is dimmed and grows older: camera, line, service, a service that fails, a clock, the permission', {
  tag: '@deep',
}, async ({ browser, net: { stack, proxy, port } }) => {
  test.slow()
  const admin = await new ServiceClient(`http://localhost:${stack.port}`).signIn(stack.user())
  const camera = await cameraNamed(admin, CAMERA)
  const kiosk = await pairKiosk(browser, admin, { url: `http://localhost:${port}`, name: 'Troubled screen' })
  const { page, screen, sn } = kiosk
  const picture = screen.locator('[data-window="0"]')
  const words = screen.locator('[data-trouble]')
  const live = () => expect(picture).toHaveAttribute('data-told', 'live', { timeout: BACK_MS })
  const ageMs = async () => Number(await picture.getAttribute('data-age'))
  const isDimmed = async () => (await opacityOf(picture.locator('> div').first())) < 0.5
  const growsOlder = async () => {
    const before = await ageMs()
    await expect.poll(ageMs).toBeGreaterThan(before + 1_000)
    await expect(picture.getByRole('status')).toContainText(/^.+Picture: \d+s ago$/)
    expect(await isDimmed()).toBe(true)
  }
  await admin.call(stationShow, { sn, voId: 1, wish: { kind: 'camera', sn: camera.sn, chlIndex: camera.chlIndex } })
  await live()
  await expect(words).toHaveCount(0)
  expect(await isDimmed()).toBe(false)

  await test.step('the camera', async () => {
    await stack.simulate('offline', '--camera', CAMERA, '--for', '20s')
    await expect(picture).toHaveAttribute('data-told', 'failed')
    await expect(picture.getByRole('status')).toContainText('The camera is offline.')
    // Nothing else is wrong.
    await expect(words).toHaveCount(0)
    await growsOlder()
    await live()
  })

  await test.step('the service, and the line to it', async () => {
    proxy.cut()
    await expect(picture).toHaveAttribute('data-told', 'frozen')
    await expect(words).toContainText('Service not reached')
    await expect(words).toContainText('This screen has a network, but the service does not answer.')
    await page.context().setOffline(true)
    await expect(words).toContainText('No network')
    await expect(words).toContainText('This screen is not connected. Look at its cable or its Wi-Fi.')
    await expect(words).toHaveAttribute('role', 'alert')
    await expect(screen.getByText(/^for \d+ sec$/)).toBeVisible()
    expect(await letterOf(words.locator('strong'))).toBeGreaterThan(READABLE)
    await expect(picture).toContainText('Not live')
    await growsOlder()
    await page.context().setOffline(false)
    proxy.restore()
    await live()
    await expect(words).toHaveCount(0)
  })

  await test.step('a service that answers, and not as it should', async () => {
    await stack.stopPart('service')
    // What stands in front of a service, and is there without it.
    const front = createServer((_request, response) => response.writeHead(500).end())
    await new Promise<void>((resolve) => front.listen(stack.port, '127.0.0.1', resolve))
    await expect(words).toContainText('Service fails')
    await expect(words).toContainText('The service answers, but not as it should. It is asked again and again.')
    await new Promise((resolve) => {
      front.close(resolve)
      front.closeAllConnections()
    })
    await stack.startPart('service')
    await live()
    await expect(words).toHaveCount(0)
  })

  await test.step('a camera in one of sixty-four windows', async () => {
    const playChlList = [{ winIndex: 5, sn: camera.sn, chlIndex: camera.chlIndex }]
    const configValue = { splitNum: 64, isDefault: false, playChlList } as const
    const { configId } = await admin.call(userConfigsPut, { configName: 'Sixty-four', configType: 'layout', configValue })
    await admin.call(stationShow, { sn, voId: 1, wish: { kind: 'layout', configId } })
    const small = screen.locator('[data-window="5"]')
    await expect(small).toHaveAttribute('data-told', 'live', { timeout: BACK_MS })
    await stack.simulate('offline', '--camera', CAMERA, '--for', '10s')
    await expect(small.getByRole('status')).toContainText('The camera is offline.')
    expect(await letterOf(small.getByText('The camera is offline.'))).toBeGreaterThan(READABLE)
    await expect(small).toHaveAttribute('data-told', 'live', { timeout: BACK_MS })
    await admin.call(userConfigsDelete, { configId })
  })

  await test.step('a clock that is wrong, where nobody tells the time', async () => {
    // Some proxies take the date off what they pass on: by it the screen would put its clock right by itself.
    await page.context().route(`**${stationToken.path}`, async (route) => {
      const response = await route.fetch()
      const { date: _date, ...headers } = response.headers()
      await route.fulfill({ response, headers })
    })
    await page.clock.setSystemTime(Date.now() + 2 * HOUR_MS)
    await expect(words).toContainText('Clock is wrong', { timeout: BACK_MS + 10_000 })
    await expect(words).toContainText('Set the time of the machine behind this screen.')
    await page.clock.setSystemTime(Date.now())
    await expect(words).toHaveCount(0)
  })

  await test.step('the permission', async () => {
    await admin.call(stationRevoke, { sn })
    await expect(screen.getByText('The office has taken this screen out of service.')).toBeVisible()
    await expect(screen.locator('[data-code]')).toHaveText(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/)
    await expect(words).toHaveCount(0)
  })
  await kiosk.leave()
})

test('a network with too many connections is told large on the screen, over pictures that go on, until there is room for it', {
  tag: '@deep',
}, async ({ browser, net: { stack } }) => {
  const url = `http://localhost:${stack.port}`
  const admin = await new ServiceClient(url).signIn(stack.user())
  const camera = await cameraNamed(admin, CAMERA)
  let isCrowded = true
  const kiosk = await pairKiosk(browser, admin, {
    url,
    name: 'Crowded screen',
    prepare: (page) =>
      page.routeWebSocket('**/push-ws', (socket) => {
        if (isCrowded) void socket.close({ code: pushClose.crowded })
        else socket.connectToServer()
      }),
  })
  const { screen, sn } = kiosk
  const words = screen.locator('[data-trouble="crowded"]')
  await admin.call(stationShow, { sn, voId: 1, wish: { kind: 'camera', sn: camera.sn, chlIndex: camera.chlIndex } })
  await expect(screen.locator('[data-window="0"]')).toHaveAttribute('data-told', 'live', { timeout: BACK_MS })
  await expect(words).toContainText('Too many connections')
  await expect(words).toHaveAttribute('role', 'alert')
  expect(await letterOf(words.locator('strong'))).toBeGreaterThan(READABLE)
  isCrowded = false
  await expect(words).toHaveCount(0)
  await expect(screen.locator('[data-window="0"]')).toHaveAttribute('data-told', 'live')
  await kiosk.leave()
})
