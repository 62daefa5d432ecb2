import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { deviceBind } from '#contract/calls/device/device-bind.ts'
import { deviceUnbind } from '#contract/calls/device/device-unbind.ts'
import { siteListChoose } from '#contract/calls/device/site-list-choose.ts'
import { bridgeFolder, readCameras, writeCameras } from '#device/bridge/cameras.ts'
import { keepFirmware } from '#device/bridge/firmware.ts'
import { loadClip } from '#tests/support/clip.ts'
import { deep } from '#tests/support/depth.ts'
import { addOnvifCamera } from '#tests/support/onvif/add-onvif-camera.ts'
import { OnvifTestCamera } from '#tests/support/onvif/onvif-camera.ts'
import { startRtspServer } from '#tests/support/rtsp-server.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import type { Stack } from '#tests/support/stack.ts'
import { expectSoundEverywhere, look } from './support/axe.ts'
import { expect, test as base } from './support/test.ts'

const clip = loadClip(new URL('../fixtures/counter-640x360-15.h264', import.meta.url))
const account = { username: 'guard', password: 'night-shift' }
const encoders = {
  'main-encoder': { encoding: 'H264', width: 1280, height: 720, fps: 15, kbps: 2048, gop: 50 },
  'small-encoder': { encoding: 'H264', width: 640, height: 360, fps: 15, kbps: 512, gop: 50 },
}

interface Bound {
  camera: OnvifTestCamera
  sn: string
  /** Takes it from the bridge, as if that had lost it in the middle of whatever it does; and gives it back. */
  lose(): void
  giveBack(): void
}

const profilesOf = (streamUrl: string) =>
  [
    { token: 'main', name: 'main', encoding: 'H264', width: 1280, height: 720, fps: 15, streamUrl },
    { token: 'small', name: 'small', encoding: 'H264', width: 640, height: 360, fps: 15, streamUrl },
  ] as const

/** Two cameras that speak ONVIF, bound by the bridge: of `quay` much can be set, and it takes firmware; of `plain` nothing. */
const test = base.extend<{ streamUrl: string; quay: Bound; plain: Bound }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
  streamUrl: async ({}, lend) => {
    const rtsp = await startRtspServer({ cameras: [{ path: '/quay', clip, fps: 15 }], auth: { ...account, scheme: 'md5' } })
    await lend(rtsp.url('/quay', ''))
    await rtsp.close()
  },
  quay: async ({ stack, streamUrl }, lend) => {
    const settings = { encoders, masks: { most: 2, isRectangleOnly: true }, takesFirmware: true }
    const what = { name: 'Quay 4', serial: 'quay-4', account, profiles: profilesOf(streamUrl), hasMedia2: true, settings }
    await lendBound(stack, await OnvifTestCamera.open(what), lend)
  },
  plain: async ({ stack, streamUrl }, lend) => {
    const what = { name: 'Plain 1', serial: 'plain-1', account, profiles: profilesOf(streamUrl) }
    await lendBound(stack, await OnvifTestCamera.open(what), lend)
  },
})

test.use({ serviceWorkers: deep('allow', 'block') })

let admin: Promise<ServiceClient> | undefined
/** One session for all: with many more the oldest would end, which is that of the tabs. */
const adminOf = (stack: Stack) => (admin ??= new ServiceClient(`http://localhost:${stack.port}`).signIn(stack.user()))

async function bind(stack: Stack, camera: OnvifTestCamera): Promise<Bound> {
  const identity = await addOnvifCamera(stack.dataFolder, camera)
  const admin = await adminOf(stack)
  const { sites } = await admin.call(siteListChoose, null)
  const isBound = () =>
    admin.call(deviceBind, { ...identity, siteId: sites[0]?.siteId ?? '' }).then(
      () => true,
      () => false,
    )
  await expect.poll(isBound, { timeout: 20_000 }).toBe(true)
  const folder = bridgeFolder(stack.dataFolder)
  const { sn } = identity
  let lost = readCameras(folder)
  return {
    camera,
    sn,
    lose: () => {
      lost = readCameras(folder)
      writeCameras(
        folder,
        lost.filter((one) => one.sn !== sn),
      )
    },
    giveBack: () => writeCameras(folder, lost),
  }
}

/** Binds a camera, lends it to a test, and takes it from the service and the bridge afterwards. */
async function lendBound(stack: Stack, camera: OnvifTestCamera, lend: (bound: Bound) => Promise<void>): Promise<void> {
  const bound = await bind(stack, camera)
  await lend(bound)
  await (await adminOf(stack)).call(deviceUnbind, { sn: bound.sn })
  bound.lose()
  await camera.goAway()
}

const sectionOf = (page: Page, name: string) => page.getByRole('navigation', { name: 'Settings of the device' }).getByRole('link', { name })
const partOf = (page: Page, name: string) => page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) })
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

test('a setting of an ONVIF camera is saved in the app, and the camera has it', async ({ people, quay: { camera, sn } }) => {
  const page = await people.enter(`/device/settings?device=${sn}&section=general`)
  await expect(page.getByText('This device does not let these be set from here: display language.')).toBeVisible({ timeout: 20_000 })
  await page.getByLabel('Time zone').selectOption('GMT+01:00 Berlin')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => camera.settings?.zone).toMatch(/^STD-1DST/)
})

test('what an ONVIF camera has is set in the app, its firmware with its progress and over its restart; what it has not is said to be missing', {
  tag: '@deep',
}, async ({ people, stack, quay: { camera, sn }, plain }) => {
  test.setTimeout(120_000)
  const page = await people.enter(`/device/settings?device=${sn}&section=camera`)
  const sub = partOf(page, 'Sub stream')
  await sub.getByLabel('Pictures a second').fill('5')
  await sub.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => camera.settings?.encoders['small-encoder']?.fps).toBe(5)
  const text = partOf(page, 'Text in the picture')
  await text.getByLabel('Text in the picture').fill('Quay <4>')
  await text.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => [...(camera.settings?.osds.values() ?? [])].map((osd) => osd.text)).toContain('Quay <4>')
  await expectSoundEverywhere(page, 'picture of an ONVIF camera')

  await sectionOf(page, 'Notification').click()
  await expect(page.getByText('This device tells all that it sees. That cannot be changed from here.')).toBeVisible()
  await sectionOf(page, 'Storage').click()
  // What the bridge records of it lies on the bridge's own disk.
  await expect(page.getByRole('list', { name: 'Disks' })).toContainText('Sightline bridge')

  await sectionOf(page, 'Maintenance').click()
  await expect(row(page, 'Log')).toContainText('This device does not hand out its log.')
  const install = async () => {
    await page.getByRole('button', { name: 'Install the newest…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Install' }).click()
  }
  await install()
  await expect(page.getByRole('dialog')).toContainText('The device has the newest firmware already.')
  await page.keyboard.press('Escape')
  const file = join(stack.dataFolder, 'quay.bin')
  const bytes = randomBytes(2_000_000)
  writeFileSync(file, bytes)
  keepFirmware(bridgeFolder(stack.dataFolder), { model: 'Quay 4', version: '008' }, file)
  const more = Promise.withResolvers<void>()
  camera.takesFirmwareAfter = more.promise
  await install()
  await expect(page.getByRole('progressbar', { name: 'The device installs new firmware.' })).toBeVisible()
  await expectSoundEverywhere(page, 'an ONVIF camera that gets new firmware')
  await look(page, 'onvif-firmware')
  more.resolve()
  await expect(page.getByText('The device restarts.')).toBeVisible()
  expect(camera.firmware?.equals(bytes)).toBe(true)
  await camera.goAway()
  camera.version = '008'
  await camera.listen()
  await expect(row(page, 'Firmware')).toContainText('Version 008', { timeout: 30_000 })
  await expect(page.getByText('The device restarts.')).toBeHidden()
  // What was set before is there after the restart.
  await sectionOf(page, 'Picture and sound').click()
  await expect(partOf(page, 'Text in the picture').getByLabel('Text in the picture')).toHaveValue('Quay <4>', { timeout: 20_000 })

  await page.goto(stack.address(`/device/settings?device=${plain.sn}&section=maintenance`))
  await expect(row(page, 'Firmware')).toContainText('Version 007. This device takes no new firmware from here')
  await expect(page.getByRole('button', { name: 'Install the newest…' })).toBeHidden()
})

test('a device that goes away in the middle of a change says so, and that it may have it all the same', { tag: '@deep' }, async ({
  people,
  quay: { camera, sn, lose, giveBack },
}) => {
  const page = await people.enter(`/device/settings?device=${sn}&section=camera`)
  const sub = partOf(page, 'Sub stream')
  await sub.getByLabel('Pictures a second').fill('7')
  const answered = Promise.withResolvers<void>()
  camera.answersAfter = answered.promise
  camera.requests.length = 0
  await sub.getByRole('button', { name: 'Save' }).click()
  // It is on its way to the camera, which does not answer.
  await expect.poll(() => camera.requests.some((action) => action.includes('VideoEncoder'))).toBe(true)
  lose()
  await expect(sub).toContainText('The device went away')
  await expect(sub.getByLabel('Pictures a second')).toHaveValue('7')
  const offline = page.getByText('The device is offline. What you type stays here until it is back.')
  await expect(offline).toBeVisible()
  await expectSoundEverywhere(page, 'a device that went away in the middle of a change')
  answered.resolve()
  camera.answersAfter = Promise.resolve()
  giveBack()
  await expect(offline).toBeHidden({ timeout: 40_000 })
  await sub.getByRole('button', { name: 'Save' }).click()
  await expect(sub.getByRole('button', { name: 'Save' })).toBeDisabled()
})

test('an ONVIF camera is given another address in the app, is looked for there and keeps it; one at which nobody could reach it is refused', {
  tag: '@deep',
}, async ({ people, stack }) => {
  test.setTimeout(120_000)
  const profiles = [
    { token: 'main', name: 'main', encoding: 'H264', width: 640, height: 360, fps: 15, streamUrl: 'rtsp://127.0.0.1/none' },
  ] as const
  const [before, after] = ['127.0.0.61', '127.0.0.62']
  const network = { isDhcp: false, ip: before, prefixLength: 24, gateway: '127.0.0.1', dns: '127.0.0.1', leased: before }
  const camera = await OnvifTestCamera.open({ name: 'Quay 6', serial: 'quay-6', account, profiles, settings: { encoders, network } })
  const { sn, lose } = await bind(stack, camera)
  const page = await people.enter(`/device/settings?device=${sn}&section=network`)
  const question = page.getByRole('dialog')
  const change = async (ip: string, gateway: string) => {
    await page.getByLabel('IP address').fill(ip)
    await page.getByLabel('Gateway').fill(gateway)
    await page.getByRole('button', { name: 'Save' }).click()
    await question.getByRole('button', { name: 'Change' }).click()
  }
  await expect(page.getByLabel('IP address')).toHaveValue(before, { timeout: 20_000 })
  await change('10.77.0.9', '10.77.0.1')
  await expect(question).toContainText('The device does not accept this value.')
  await page.keyboard.press('Escape')
  expect(camera.requests).not.toContain('SetNetworkInterfaces')
  await change(after, '127.0.0.1')
  const told = page.getByRole('status').filter({ hasText: /new address/ })
  await expect(told).toContainText(`It is being looked for under ${after}.`)
  await expect(told).toContainText(`The device came back under ${after}, and keeps its new addresses.`, { timeout: 60_000 })
  await expect(page.getByLabel('IP address')).toHaveValue(after, { timeout: 30_000 })
  expect(camera.settings?.network.ip).toBe(after)
  const kept = readCameras(bridgeFolder(stack.dataFolder)).find((one) => one.sn === sn)
  expect(new URL(kept?.onvif?.url ?? '').hostname).toBe(after)
  await (await adminOf(stack)).call(deviceUnbind, { sn })
  lose()
  await camera.goAway()
})
