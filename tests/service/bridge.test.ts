import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { configDeviceGet } from '#contract/calls/device/config-device-get.ts'
import { configDeviceSet } from '#contract/calls/device/config-device-set.ts'
import { devCmdExecute } from '#contract/calls/device/dev-cmd-execute.ts'
import { deviceBind } from '#contract/calls/device/device-bind.ts'
import { deviceDetail } from '#contract/calls/device/device-detail.ts'
import { deviceRedirectGet } from '#contract/calls/device/device-redirect-get.ts'
import { deviceSecurityCodeUpdate } from '#contract/calls/device/device-security-code-update.ts'
import { siteChannelList } from '#contract/calls/device/site-channel-list.ts'
import { isSlice, nalType, nalUnits } from '#device/bridge/rtsp/annex-b.ts'
import { BridgeStand, identityIn } from '#tests/support/bridge-stand.ts'
import { loadClip } from '#tests/support/clip.ts'
import { MediaViewer } from '#tests/support/media-viewer.ts'
import { type RtspTestServer, startRtspServer } from '#tests/support/rtsp-server.ts'
import type { TestService } from '#tests/support/service.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'
import { AT_ONCE_MS } from '#tests/support/until.ts'

const clip = loadClip(join(import.meta.dirname, '..', 'fixtures', 'counter-640x360-15.h264'))
const auth = { username: 'viewer', password: 'pa55word' }

let stand: BridgeStand
let service: TestService
let admin: ServiceClient
let rtsp: RtspTestServer

beforeAll(async () => {
  stand = await BridgeStand.start({
    cameras: [
      { path: '/yard', clip, fps: 15 },
      { path: '/yard-small', clip, fps: 15 },
      { path: '/seldom', clip, fps: 15 },
      { path: '/jpeg', clip, fps: 15, isJpeg: true },
    ],
    auth: { ...auth, scheme: 'md5' },
  })
  ;({ service, admin, rtsp } = stand)
})
afterAll(() => stand.close())

function camera(...args: string[]): ReturnType<BridgeStand['camera']> {
  return stand.camera(...args)
}

function url(path: string, user = `${auth.username}:${auth.password}`): string {
  return rtsp.url(path, user)
}

describe('a camera that cannot be added is told from the others', () => {
  test.each([
    ['an address that is none', () => ['http://127.0.0.1/x'], /^--url is not an RTSP address; it should look like rtsp:/],
    ['a port on which nobody listens', () => ['rtsp://127.0.0.1:18449/x'], /^127\.0\.0\.1:18449 refuses the connection: /],
    ['a wrong password', () => [url('/yard', 'viewer:wrong')], /does not accept the user name and password: check /],
    ['no password', () => [url('/yard', '')], /wants a user name and password: check /],
    ['a path that is not there', () => [url('/garden')], /has no stream at this path: check the path/],
    [
      'a stream that nobody can read',
      () => [url('/jpeg')],
      /no H\.264 or H\.265 stream at this path: it offers JPEG: set the camera to H\.264/,
    ],
    ['a sub stream that is not there', () => [url('/yard'), '--sub', url('/garden')], /has no stream at this path/],
    ['a name that no screen can show', () => [url('/yard'), '--name', 'a<b'], /^--name should have 1 to 32 characters/],
  ])('%s', async (_what, args, sentence) => {
    const { code, stdout, stderr } = await camera('add', '--name', 'Yard', '--url', ...args())
    expect(stderr).toMatch(sentence)
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(stderr).not.toMatch(/wrong|pa55word/)
    expect(stdout).not.toContain('Serial number')
    expect(code).toBe(1)
  })

  test('one that stalls, within nine seconds, from one that opens and shows nothing', async () => {
    const silent = await startRtspServer({ cameras: [] })
    silent.isSilent = true
    rtsp.camera('/yard').stall()
    const timed = async (address: string) => {
      const startMs = performance.now()
      const { code, stderr } = await camera('add', '--name', 'Yard', '--url', address)
      return { code, stderr, tookMs: performance.now() - startMs }
    }
    rtsp.camera('/seldom').holdKeys()
    const late = camera('add', '--name', 'Seldom', '--url', url('/seldom'))
    const [stalled, blind] = await Promise.all([timed(silent.url('/yard')), timed(url('/yard'))])
    // Its key frames are far apart: it is added, with a word on what to do about it.
    const seldom = await late
    expect(seldom).toMatchObject({ code: 0, stderr: '' })
    expect(seldom.stdout).toMatch(
      /--url: 640×360, 15 pictures a second, avc1.*\n--url: packets come, but no whole key frame yet: .* Set a key frame every 2 s/,
    )
    await camera('remove', '--sn', identityIn(seldom.stdout).sn)
    rtsp.camera('/yard').resume()
    await silent.close()
    expect(stalled.stderr).toMatch(/no answer within 6000 ms: the camera stalls/)
    expect(stalled.tookMs).toBeLessThan(11_000)
    expect(blind.stderr).toMatch(/no picture came within 8 s: the camera stalls/)
    expect([stalled.code, blind.code]).toEqual([1, 1])
  })

  test('and a missing address or name, with the usage', async () => {
    const { code, stderr } = await camera('add', '--url', url('/yard'))
    expect(stderr).toMatch(/^A camera needs --url and --name\.\nUsage:/)
    expect(code).toBe(1)
    expect((await camera()).code).toBe(1)
    expect((await camera('list')).stdout).toMatch(/^There are no cameras yet/)
  })
})

describe('a camera that is added', () => {
  let identity: ReturnType<typeof identityIn>

  test('gets a serial number and a security code, and its address stays secret', async () => {
    const { code, stdout, stderr } = await camera('add', '--name', 'Yard', '--url', url('/yard'), '--sub', url('/yard-small'))
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    identity = identityIn(stdout)
    expect(identity.sn).toMatch(/^SL[A-Z0-9]{10}$/)
    expect(identity.securityCode).toMatch(/^[A-Z2-9]{12}$/)
    expect(stdout).toMatch(/Devices → Add device/)
    expect(stdout).toMatch(/The bridge is not running/)
    const list = await camera('list')
    expect(list.stdout).toContain(`${identity.sn}  Yard  rtsp://…@127.0.0.1:${rtsp.port}/yard`)
    for (const secret of [auth.password, auth.username, identity.securityCode]) expect(list.stdout).not.toContain(secret)
    expect(statSync(join(service.folder, 'bridge', 'cameras.json')).mode & 0o777).toBe(0o600)
    const again = await camera('add', '--name', 'Yard 2', '--url', url('/yard'))
    expect(again.stderr).toMatch(/^This address is there already, as "Yard" with serial number SL/)
    expect(again.stderr).not.toContain(auth.password)
  })

  test('is bound by what was printed, and shows its pictures bit for bit through the relay', async () => {
    await stand.startBridge()
    await admin.call(deviceBind, { ...identity, siteId: 'harbor-gate' })
    const viewer = await MediaViewer.open(admin)
    viewer.openChannel(4, identity.sn)
    await viewer.until(() => viewer.units().length > 30, 'two seconds of pictures')
    viewer.close()
    expect(viewer.lastControl(4)).toMatchObject({ op: 'config', stream: 'main', width: 640, height: 360 })
    const units = viewer.units()
    expect(units[0]?.isKey).toBe(true)
    const filmed = new Map(clip.pictures.map((picture, index) => [slicesOf(picture.unit), index]))
    const seen = units.map((unit) => filmed.get(slicesOf(unit.data)))
    const [first = -1] = seen
    expect(seen).toEqual(units.map((_unit, index) => (first + index) % clip.pictures.length))
    expect(units.every((unit, index) => index === 0 || unit.ptsUs > (units[index - 1]?.ptsUs ?? 0))).toBe(true)
    expect(Math.abs(Date.now() - (units.at(-1)?.captureMs ?? 0))).toBeLessThan(2_000)
  })

  test('says what is wrong with it, is offline in the tree, and comes back by itself', async () => {
    const viewer = await MediaViewer.open(admin)
    viewer.openChannel(0, identity.sn)
    await viewer.until(() => viewer.units().some((unit) => !unit.isPreroll), 'a picture')
    const statusOf = async () => (await admin.call(siteChannelList, {})).channels.find((channel) => channel.sn === identity.sn)?.status
    expect(await statusOf()).toBe(1)
    rtsp.refuse()
    rtsp.dropConnections()
    await viewer.until(() => viewer.lastControl()?.op === 'failed', 'the fault')
    await viewer.untilFailed(0, 'refused')
    await expect.poll(statusOf).toBe(0)
    const seen = viewer.units().length
    await rtsp.listen()
    await viewer.until(() => viewer.units().length > seen, 'pictures again')
    expect(viewer.lastControl()?.op).toBe('config')
    expect(viewer.units()[seen]?.isKey).toBe(true)
    await expect.poll(statusOf).toBe(1)
    viewer.close()
  })

  test('says that its first picture takes a while, is online meanwhile, and shows it when the key frame comes', async () => {
    const seldom = rtsp.camera('/seldom')
    seldom.holdKeys(false)
    const added = identityIn((await camera('add', '--name', 'Seldom', '--url', url('/seldom'))).stdout)
    await expect
      .poll(async () => (await admin.failure(deviceBind, { ...added, siteId: 'harbor-gate' })).code, { timeout: 15_000 })
      .toBe(200)
    seldom.holdKeys()
    rtsp.dropConnections()
    const viewer = await MediaViewer.open(admin)
    viewer.openChannel(0, added.sn)
    await viewer.untilFailed(0, 'no-key-frame')
    const seen = viewer.units().length
    const statusOf = async () => (await admin.call(siteChannelList, {})).channels.find(({ sn }) => sn === added.sn)?.status
    await expect.poll(statusOf).toBe(1)
    seldom.holdKeys(false)
    await viewer.until(() => viewer.units().length > seen, 'a picture')
    viewer.close()
    await camera('remove', '--sn', added.sn)
  })

  test('is followed by the running bridge, and forced in when it is off at the moment, but never when it is wrong', async () => {
    const off = await camera('add', '--name', 'Off now', '--url', 'rtsp://127.0.0.1:18449/off', '--force')
    expect(off.stderr).toMatch(/^Added all the same: 127\.0\.0\.1:18449 refuses/)
    expect(off.stdout).toMatch(/The bridge is running and connects the camera now/)
    const { sn, securityCode } = identityIn(off.stdout)
    await expect
      .poll(async () => (await admin.failure(deviceBind, { sn, securityCode, siteId: 'harbor-gate' })).code, { timeout: 15_000 })
      .toBe(200)
    const viewer = await MediaViewer.open(admin)
    viewer.openChannel(0, sn)
    await viewer.untilFailed(0, 'refused')
    viewer.close()
    expect((await camera('add', '--name', 'Wrong', '--url', url('/jpeg'), '--force')).code).toBe(1)
  })

  test('does what the bridge can for it, and says of the rest that it cannot', async () => {
    const { sn } = identity
    expect(await admin.call(configDeviceGet, { sn, section: 'general' })).toEqual({ section: 'general', value: { name: 'Yard' } })
    expect((await admin.failure(configDeviceGet, { sn, section: 'network' })).code).toBe(33022)
    for (const name of ['reboot', 'upgrade', 'log-collect', 'sd-format'] as const) {
      expect((await admin.failure(devCmdExecute, { sn, command: { name } })).code).toBe(33022)
    }
    const language = { section: 'general', value: { language: 'nl-NL' } } as const
    expect(await admin.failure(configDeviceSet, { sn, change: language })).toEqual({ code: 33023, detail: { field: 'language' } })
    const { path } = await admin.call(deviceRedirectGet, { sn })
    expect((await fetch(service.url + path, { redirect: 'manual' })).headers.get('location')).toBe('http://127.0.0.1/')
    const connectedAnew = async (change: () => Promise<unknown>) => {
      const { statusSinceMs } = (await admin.call(deviceDetail, { sn })).device
      await change()
      await expect
        .poll(
          async () => {
            const { device } = await admin.call(deviceDetail, { sn })
            return device.status === 1 && device.statusSinceMs > statusSinceMs
          },
          { timeout: 15_000 },
        )
        .toBe(true)
    }
    await connectedAnew(() => admin.call(configDeviceSet, { sn, change: { section: 'general', value: { name: 'Back yard' } } }))
    expect((await camera('list')).stdout).toContain(`${sn}  Back yard  `)
    const { securityCode } = identity
    await connectedAnew(() => admin.call(deviceSecurityCodeUpdate, { sn, securityCode, newSecurityCode: 'YARDCODE22' }))
    expect((await admin.failure(deviceSecurityCodeUpdate, { sn, securityCode, newSecurityCode: 'YARDCODE33' })).code).toBe(33004)
  })

  test('is gone when it is removed', async () => {
    const viewer = await MediaViewer.open(admin)
    viewer.openChannel(0, identity.sn)
    await viewer.until(() => viewer.units().length > 0, 'a picture')
    expect((await camera('remove', '--sn', identity.sn.toLowerCase())).stdout).toMatch(/^"Back yard" is removed/)
    await viewer.untilFailed(0, 'offline')
    expect(readFileSync(join(service.folder, 'bridge', 'cameras.json'), 'utf8')).not.toContain(auth.password)
    expect((await camera('remove', '--sn', identity.sn)).code).toBe(1)
    viewer.close()
  })

  test('has a password with whatever signs, typed as it is beside its address, and never in what is said of it', async () => {
    const password = `p@ss:w/rd#1?%41"`
    const odd = await startRtspServer({
      cameras: ['/one', '/two'].map((path) => ({ path, clip, fps: 15 })),
      auth: { username: 'viewer', password, scheme: 'md5' },
    })
    const add = (path: string, ...account: string[]) => ['add', '--name', 'Odd', '--url', odd.url(path), ...account]
    const typed = await camera(...add('/one', '--user', `viewer:${password}`))
    const told = await stand.cameraTold(`${password}\n`, ...add('/two', '--user', 'viewer', '--password-stdin'))
    const torn = await camera('add', '--name', 'Odd', '--url', odd.url('/one', `viewer:${password}`))
    const split = await camera('add', '--name', 'Odd', '--url', odd.url('/one', 'viewer:p@ss:w/rd'))
    const asPort = await camera('add', '--name', 'Odd', '--url', 'rtsp://admin:12/34@127.0.0.1/one')
    const asNone = await camera('add', '--name', 'Odd', '--url', 'rtsp://admin:/34@127.0.0.1/one')
    // Of an address without an account it is told what is wrong there.
    const whole = await camera('add', '--name', 'Odd', '--url', odd.url('/one@2'))
    const twice = await camera('add', '--name', 'Odd', '--url', odd.url('/one', 'viewer:x'), '--user', 'viewer:y')
    await odd.close()
    for (const { code, stdout, stderr } of [typed, told]) {
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect(stdout).toContain('--url: 640×360')
    }
    for (const { code, stderr } of [torn, split, asPort, asNone]) {
      expect(code).toBe(1)
      expect(stderr).toMatch(/^--url .*--user name:password, or --user name --password-stdin\.\n$/)
    }
    expect(whole.stderr).toContain('wants a user name and password')
    expect(twice.stderr).toMatch(/^--url has a user name and a password in it already/)
    for (const { stdout, stderr } of [typed, told, torn, split, twice]) expect(stdout + stderr).not.toMatch(/p@ss|w\/rd/)
    for (const { stdout, stderr } of [asPort, asNone]) expect(stdout + stderr).not.toMatch(/12|34|admin/i)
  })

  test('lets the bridge end at once', async () => {
    const { code, tookMs } = await stand.stopBridge('SIGTERM')
    expect(code).toBe(0)
    expect(tookMs).toBeLessThan(AT_ONCE_MS)
  })
})

/** What of a picture nobody on its way may change: its slices. Delimiters and parameter sets may come and go. */
function slicesOf(unit: Uint8Array): string {
  const slices = [...nalUnits(unit)].filter((nal) => isSlice(nalType(nal)))
  return slices.map((nal) => Buffer.from(nal).toString('hex')).join(' ')
}
