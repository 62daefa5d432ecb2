import { deviceBind } from '#contract/calls/device/device-bind.ts'
import { deviceUnbind } from '#contract/calls/device/device-unbind.ts'
import { stationList } from '#contract/calls/station/station-list.ts'
import { stationShow } from '#contract/calls/station/station-show.ts'
import { userConfigsDelete } from '#contract/calls/config/user-configs-delete.ts'
import { userConfigsPut } from '#contract/calls/config/user-configs-put.ts'
import { identityIn } from '#tests/support/bridge-stand.ts'
import { loadClip } from '#tests/support/clip.ts'
import { startRtspServer } from '#tests/support/rtsp-server.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import { pairKiosk } from './support/paired-kiosk.ts'
import { expect, test } from './support/test.ts'

const clip = loadClip(new URL('../fixtures/counter-640x360-15.h264', import.meta.url))
const FPS = 15
const HANGS = 'Yard that hangs'
const GOES_ON = 'Gate that goes on'
const SELDOM = 'Roof of single pictures'
const DWELL_S = 5
/** The bridge asks a camera that does not answer again and again, with longer pauses; and then its turn has to come. */
const BACK_MS = 60_000
/** A picture that stands still is told within this time. */
const TOLD_MS = 3_000
/** What the screen needs to look, on a machine on which much else runs. */
const LOOKED_MS = 500

interface Told {
  name: string
  told: string
  atMs: number
}

test('a camera that hangs is never called live when it comes round in a tour, not for a moment, until it goes on; one of single pictures says how old each is', {
  tag: '@deep',
}, async ({ browser, stack }) => {
  test.slow()
  const url = `http://localhost:${stack.port}`
  const admin = await new ServiceClient(url).signIn(stack.user())
  const fps = { '/yard': FPS, '/gate': FPS, '/seldom': 1 }
  const rtsp = await startRtspServer({ cameras: Object.entries(fps).map(([path, each]) => ({ path, clip, fps: each })) })
  const add = async (path: string, name: string) => {
    const { sn, securityCode } = identityIn((await stack.camera('add', '--url', rtsp.url(path), '--name', name)).stdout)
    const bind = () => admin.failure(deviceBind, { sn, securityCode, siteId: 'harbor-gate' }).then(({ code }) => code)
    await expect.poll(bind).toBe(200)
    return { sn, chlIndex: 0 }
  }
  const [yard, gate, seldom] = [await add('/yard', HANGS), await add('/gate', GOES_ON), await add('/seldom', SELDOM)]
  const channels = [yard, gate]
  const kiosk = await pairKiosk(browser, admin, { url, name: 'Touring screen' })
  const configValue = { kind: 'cameras', dwellS: DWELL_S, splitNum: 1, channels } as const
  const { configId } = await admin.call(userConfigsPut, { configName: 'Round', configType: 'tour', configValue })
  await admin.call(stationShow, { sn: kiosk.sn, voId: 1, wish: { kind: 'tour', configId } })
  const picture = kiosk.screen.locator('[data-window="0"]')
  const showing = (name: string, ...told: string[]) =>
    kiosk.screen.locator(told.map((one) => `[data-window="0"][data-told="${one}"]`).join()).filter({ hasText: name })
  for (const name of [GOES_ON, HANGS, GOES_ON]) await expect(showing(name, 'live')).toBeVisible()

  // All that the window says from now on, however short.
  await picture.locator('xpath=ancestor::main').evaluate((main) => {
    const said: Told[] = []
    const note = () => {
      const window = main.querySelector<HTMLElement>('[data-window="0"]')
      const name = window?.lastElementChild?.textContent ?? ''
      const told = window?.dataset['told'] ?? ''
      const last = said.at(-1)
      if (last?.name !== name || last.told !== told) said.push({ name, told, atMs: Date.now() })
    }
    note()
    new MutationObserver(note).observe(main, { subtree: true, childList: true, characterData: true, attributeFilter: ['data-told'] })
    Object.assign(globalThis, { said })
  })
  // Its picture is older than three seconds when its turn comes.
  rtsp.camera('/yard').stall()
  const hungMs = Date.now()
  await expect(showing(HANGS, 'frozen').filter({ hasText: /Not live.*Picture: \d+s ago/ })).toBeVisible()
  // Until its next turn the bridge has found out by itself, and says that it does not answer.
  await expect(showing(GOES_ON, 'live')).toBeVisible()
  await expect(showing(HANGS, 'frozen', 'failed')).toBeVisible()
  await expect(showing(GOES_ON, 'live')).toBeVisible()
  const all = await picture.evaluate(() => (globalThis as unknown as { said: Told[] }).said)
  const lies = all.flatMap(({ name, told, atMs }, at) => {
    const untilMs = all[at + 1]?.atMs ?? atMs
    return name === HANGS && told === 'live' && untilMs > hungMs + TOLD_MS + LOOKED_MS ? [untilMs - hungMs] : []
  })
  expect(lies, 'so long after it had hung it was called live, ms').toEqual([])

  rtsp.camera('/yard').resume()
  await expect(showing(HANGS, 'live')).toBeVisible({ timeout: BACK_MS })

  await test.step('one that hangs while it stands alone is told within three seconds', async () => {
    await admin.call(stationShow, { sn: kiosk.sn, voId: 1, wish: { kind: 'camera', ...yard } })
    await expect(kiosk.screen.locator('[data-window]')).toHaveCount(1)
    await expect(showing(HANGS, 'live')).toBeVisible()
    rtsp.camera('/yard').stall()
    const stalledMs = Date.now()
    await expect(showing(HANGS, 'frozen')).toBeVisible()
    const said = await picture.evaluate(() => (globalThis as unknown as { said: Told[] }).said)
    expect((said.findLast(({ told }) => told === 'frozen')?.atMs ?? 0) - stalledMs).toBeLessThanOrEqual(TOLD_MS)
  })

  await test.step('a camera of one picture a second is never called live, and neither dimmed nor told as in trouble until the network goes', async () => {
    await admin.call(stationShow, { sn: kiosk.sn, voId: 1, wish: { kind: 'camera', ...seldom } })
    await expect(showing(SELDOM, 'slow')).toContainText(/Single pictures: \d+s ago/, { timeout: BACK_MS })
    const opacity = () =>
      picture
        .locator('> div')
        .first()
        .evaluate((element) => Number(getComputedStyle(element).opacity))
    expect(await opacity()).toBe(1)
    const windows = async () =>
      (await admin.call(stationList, undefined)).stations.find(({ sn }) => sn === kiosk.sn)?.outputs[0]?.report?.windows
    await expect.poll(windows, { timeout: BACK_MS }).toMatchObject([{ sn: seldom.sn, state: 'slow' }])
    await kiosk.page.context().setOffline(true)
    await expect(showing(SELDOM, 'frozen')).toBeVisible({ timeout: TOLD_MS })
    expect(await opacity()).toBeLessThan(1)
    await kiosk.page.context().setOffline(false)
    await expect(showing(SELDOM, 'slow')).toBeVisible({ timeout: BACK_MS })
  })
  await kiosk.leave()
  await admin.call(userConfigsDelete, { configId })
  for (const { sn } of [...channels, seldom]) {
    await admin.call(deviceUnbind, { sn })
    await stack.camera('remove', '--sn', sn)
  }
  await rtsp.close()
})
