import { readFileSync, statSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { cameraUrl, cameraUrlOf, type CameraToTry, type FoundCamera } from '#contract/bridge-cameras.ts'
import { bridgeCameraAdd } from '#contract/calls/device/bridge-camera-add.ts'
import { bridgeCameraList } from '#contract/calls/device/bridge-camera-list.ts'
import { bridgeCameraRemove } from '#contract/calls/device/bridge-camera-remove.ts'
import { bridgeCameraTry } from '#contract/calls/device/bridge-camera-try.ts'
import { bridgeList } from '#contract/calls/device/bridge-list.ts'
import { bridgeSearch } from '#contract/calls/device/bridge-search.ts'
import { deviceBind } from '#contract/calls/device/device-bind.ts'
import { deviceEdit } from '#contract/calls/device/device-edit.ts'
import { deviceUnbind } from '#contract/calls/device/device-unbind.ts'
import { siteChannelList } from '#contract/calls/device/site-channel-list.ts'
import { codeOf } from '#contract/errors.ts'
import { bridgeFolder } from '#device/bridge/cameras.ts'
import { bridgeIdentity } from '#device/bridge/bridge-identity.ts'
import { BridgeStand, identityIn } from '#tests/support/bridge-stand.ts'
import { loadClip } from '#tests/support/clip.ts'
import { MediaViewer } from '#tests/support/media-viewer.ts'
import { DiscoveryAnswer } from '#tests/support/onvif/discovery-answer.ts'
import { OnvifTestCamera } from '#tests/support/onvif/onvif-camera.ts'
import { OTHER_SITE_ID } from '#tests/support/other-organization.ts'

const account = { username: 'viewer', password: 'pa55 w:rd/密码' }
/** What the loopback is called differs from system to system. */
const loopback =
  Object.entries(networkInterfaces()).find(([, addresses = []]) => addresses.some(({ address }) => address === '127.0.0.1'))?.[0] ?? ''
const siteId = 'harbor-gate'

let stand: BridgeStand
let yard: OnvifTestCamera
let blind: OnvifTestCamera
let answer: DiscoveryAnswer
let sn: string

beforeAll(async () => {
  const clip = loadClip(join(import.meta.dirname, '..', 'fixtures', 'counter-640x360-15.h264'))
  stand = await BridgeStand.start({
    cameras: ['/one', '/two', '/blind', '/seldom', '/crowded', '/private'].map((path) => ({ path, clip, fps: 60 })),
    auth: { ...account, scheme: 'md5' },
    refuses: (method, uri) => {
      if (method === 'SETUP' && uri.includes('/crowded')) return { status: '453 Not Enough Bandwidth' }
      return method === 'PLAY' && uri.includes('/private') ? { status: '403 Forbidden' } : undefined
    },
  })
  stand.rtsp.camera('/blind').stall()
  stand.rtsp.camera('/seldom').holdKeys()
  const profile = (token: string, source?: string) =>
    ({ token, name: token, encoding: 'H264', width: 640, height: 360, fps: 15, streamUrl: stand.rtsp.url(`/${token}`), source }) as const
  const twoEyes = [profile('one', 'sensor-1'), profile('two', 'sensor-2')]
  yard = await OnvifTestCamera.open({ name: 'Yard <b>"1"</b>', serial: 'yard-1', account, profiles: twoEyes })
  blind = await OnvifTestCamera.open({ name: 'Blind', serial: 'blind-1', account, profiles: [profile('blind')] })
  const bent = { ...yard.announcement, urn: 'urn:bent', address: 'http://127.0.0.1$(reboot)/onvif http://a<b>/"' }
  answer = await DiscoveryAnswer.open([yard.announcement, blind.announcement, bent])
  await stand.startBridge({ SIGHTLINE_CAMERA_NETWORK: loopback })
  const identity = bridgeIdentity(bridgeFolder(stand.service.folder))
  sn = identity.sn
  await stand.admin.call(deviceBind, { ...identity, siteId, name: 'Gate bridge' })
})
afterAll(async () => {
  await answer.close()
  await Promise.all([yard.goAway(), blind.goAway()])
  await stand.close()
})

const at = (camera: OnvifTestCamera, change: Partial<CameraToTry> = {}): CameraToTry => ({
  cameraUrl: `onvif://127.0.0.1:${camera.port}/onvif/device`,
  ...account,
  ...change,
})
const tried = (camera: CameraToTry) => stand.admin.call(bridgeCameraTry, { sn, camera })
const channelsOf = async (own: string) =>
  (await stand.admin.call(siteChannelList, { siteIds: [siteId] })).channels.filter((channel) => channel.sn === own)

/** Everything that a search brings, as it comes, until `isEnough`, or until it is over. */
async function search(isEnough: (found: FoundCamera[]) => boolean) {
  const { searchId, cameras } = await stand.admin.call(bridgeSearch, { sn, search: { act: 'begin' } })
  const found = [...cameras]
  for (;;) {
    const news = await stand.admin.call(bridgeSearch, { sn, search: { act: 'more', searchId, seen: found.length } })
    found.push(...news.cameras)
    if (news.isOver || isEnough(found)) return { searchId, found, isOver: news.isOver }
  }
}

describe('cameras of a network', () => {
  test('are told of while the search goes on, by addresses that bend nothing, and the search can be ended', async () => {
    const bridges = await stand.admin.call(bridgeList, undefined)
    expect(bridges).toEqual({ bridges: [{ sn, name: 'Gate bridge', siteId, siteName: expect.any(String), status: 1 }] })
    const { searchId, found, isOver } = await search(({ length }) => length >= 2)
    expect(isOver).toBe(false)
    const wanted = { name: 'Yard <b>"1"</b>', model: 'Model One', cameraUrl: `onvif://127.0.0.1:${yard.port}/onvif/device` }
    expect(found).toContainEqual(wanted)
    expect(found.map(({ name }) => name)).toContain('Blind')
    for (const { cameraUrl: url } of found) expect(url).toMatch(/^onvif:\/\/[\w.:/-]+$/)
    // Whoever comes meanwhile looks on.
    expect(await stand.admin.call(bridgeSearch, { sn, search: { act: 'begin' } })).toMatchObject({ searchId })
    const ended = await stand.admin.call(bridgeSearch, { sn, search: { act: 'end', searchId } })
    expect(ended).toEqual({ searchId, cameras: [], isOver: true })
    const stranger = stand.admin.call(bridgeSearch, { sn, search: { act: 'more', searchId: 'no-such-search', seen: 0 } })
    await expect(stranger).rejects.toMatchObject({ code: codeOf('device-part-missing') })
  })

  test('are tried, and what is wrong is told from all else, while others are tried too', async () => {
    const nowhere = { ...account, cameraUrl: 'onvif://127.0.0.1:18449' }
    const [good, wrong, noPicture, gone, path, web] = await Promise.all([
      tried(at(yard)),
      tried(at(yard, { password: 'not it' })),
      tried(at(blind)),
      tried(nowhere),
      tried({ ...account, cameraUrl: stand.rtsp.url('/garden') }),
      tried({ ...account, cameraUrl: stand.service.url.replace('http', 'onvif') }),
    ])
    const places = ['/seldom', '/crowded', '/private']
    const [late, crowded, closed] = await Promise.all(places.map((place) => tried({ ...account, cameraUrl: stand.rtsp.url(place) })))
    const eye = { width: 640, height: 360, codec: 'H264', hasSub: false }
    expect(good).toEqual({
      ok: true,
      maker: 'Standin & Sons',
      model: 'Yard <b>"1"</b>',
      eyes: [
        { sensor: 'sensor-1', ...eye },
        { sensor: 'sensor-2', ...eye },
      ],
    })
    // It sends, and its key frames are far apart: it can be added, and the person is told.
    expect(late).toMatchObject({ ok: true, isLate: true, eyes: [{ width: 640, height: 360, codec: 'avc1.4d4016' }] })
    const faults = [wrong, noPicture, gone, path, web, crowded, closed].map((each) => (!each || each.ok ? 'none' : each.fault))
    expect(faults).toEqual(['password', 'no-picture', 'refused', 'path', 'no-camera', 'busy', 'forbidden'])
    expect(yard.requests.length).toBeGreaterThan(0)
  })

  test('are added with the lenses that are chosen, shown live at once, kept over a restart of the bridge, and removed', async () => {
    const add = (camera: CameraToTry & { name: string; sensor?: string }) => stand.admin.call(bridgeCameraAdd, { sn, camera })
    expect(await add({ ...at(yard, { password: 'not it' }), name: 'Yard' })).toEqual({ ok: false, fault: 'password' })
    const added = await add({ ...at(yard), name: 'Yard left', sensor: 'sensor-2' })
    if (!added.ok) throw new Error(added.fault)
    const { device } = added
    expect(device).toMatchObject({ name: 'Yard left', siteId, model: 'Yard <b>"1"</b>' })
    expect(JSON.stringify(added)).not.toMatch(/pa55|securityCode/)
    await vi.waitFor(async () => expect(await channelsOf(device.sn)).toMatchObject([{ channelName: 'Yard left', status: 1 }]), 5_000)

    const viewer = await MediaViewer.open(stand.admin)
    viewer.openChannel(1, device.sn)
    await viewer.until(() => viewer.heard.some(({ kind }) => kind === 'unit'), 'a picture')
    viewer.close()

    expect(await add({ ...at(yard), name: 'Again', sensor: 'sensor-2' })).toEqual({ ok: false, fault: 'added-already' })
    const plain = await add({ ...account, cameraUrl: stand.rtsp.url('/one'), name: 'Plain' })
    if (!plain.ok) throw new Error(plain.fault)
    const { found } = await search((cameras) => cameras.some(({ knownAs }) => knownAs !== undefined))
    expect(found).toContainEqual(expect.objectContaining({ knownAs: 'Yard left' }))

    await stand.stopBridge('SIGKILL')
    await stand.startBridge({ SIGHTLINE_CAMERA_NETWORK: loopback })
    await vi.waitFor(async () => expect(await channelsOf(device.sn)).toMatchObject([{ status: 1 }]), 5_000)
    const kept = join(bridgeFolder(stand.service.folder), 'cameras.json')
    expect(readFileSync(kept, 'utf8')).toContain(encodeURIComponent(account.password))
    if (process.platform !== 'win32')
      for (const file of [kept, kept.replace('cameras', 'bridge')]) expect(statSync(file).mode & 0o777).toBe(0o600)

    const list = () => stand.admin.call(bridgeCameraList, { sn })
    const host = '127.0.0.1'
    expect((await list()).cameras).toEqual([
      { sn: device.sn, name: 'Yard left', host, model: 'Yard <b>"1"</b>' },
      { sn: plain.device.sn, name: 'Plain', host, model: 'RTSP' },
    ])
    await stand.admin.call(bridgeCameraRemove, { sn, cameraSn: device.sn })
    expect((await list()).cameras.map(({ name }) => name)).toEqual(['Plain'])
    expect(await channelsOf(device.sn)).toEqual([])
    expect(readFileSync(kept, 'utf8')).not.toContain(device.sn)
  })

  test('stay out of the reach of whoever may not configure the bridge, and their passwords out of the trail', async () => {
    const answers = async (name: 'operator' | 'manager' | 'stranger') => {
      const client = await stand.service.signIn(name)
      const asked = [client.call(bridgeSearch, { sn, search: { act: 'begin' } }), client.call(bridgeCameraTry, { sn, camera: at(yard) })]
      return (await Promise.allSettled(asked)).map((one) => (one.status === 'fulfilled' ? 200 : (one.reason as { code: number }).code))
    }
    expect(await answers('stranger')).toEqual([33003, 33003])
    expect(await answers('operator')).toEqual([5000, 5000])
    // Of another site: to its administrator this bridge is none.
    expect(await answers('manager')).toEqual([33003, 33003])
    // Once it stands at the site of that administrator, it is theirs to use.
    await stand.admin.call(deviceEdit, { sn, siteId: 'harbor-shop' })
    const manager = await stand.service.signIn('manager')
    expect((await manager.call(bridgeList, undefined)).bridges.map((bridge) => bridge.sn)).toEqual([sn])
    expect(await manager.call(bridgeCameraTry, { sn, camera: at(yard) })).toMatchObject({ ok: true })
    const trail = await stand.service.edit((db) =>
      db.selectFrom('audit').where('path', 'like', '/vms/device/bridge/%').select('input_json').execute(),
    )
    expect(trail.length).toBeGreaterThan(5)
    for (const { input_json } of trail) expect(input_json).not.toMatch(/pa55|not it|127\.0\.0\.1/)
  })
})

test('whoever has the bridge next neither sees its former cameras nor removes them, and those go on for whose they are', async () => {
  const added = await stand.admin.call(bridgeCameraAdd, { sn, camera: { ...at(yard), name: 'Yard right', sensor: 'sensor-2' } })
  if (!added.ok) throw new Error(added.fault)
  const { sn: cameraSn } = added.device
  await stand.admin.call(deviceUnbind, { sn })
  const stranger = await stand.service.signIn('stranger')
  const identity = bridgeIdentity(bridgeFolder(stand.service.folder))
  await stranger.call(deviceBind, { ...identity, siteId: OTHER_SITE_ID, name: 'Found bridge' })
  await expect.poll(async () => (await stranger.failure(bridgeCameraList, { sn })).code, { timeout: 15_000 }).toBe(200)
  expect((await stranger.call(bridgeCameraList, { sn })).cameras).toEqual([])
  expect((await stranger.failure(bridgeCameraRemove, { sn, cameraSn })).code).toBe(codeOf('serial-number-unknown'))
  const own = async () => (await stand.admin.call(siteChannelList, {})).channels.filter((channel) => channel.sn === cameraSn)
  await vi.waitFor(async () => expect(await own()).toMatchObject([{ channelName: 'Yard right', status: 1 }]), 10_000)
})

test('npm run camera -- label prints what the bridge is added by, with a code for telephones', async () => {
  const { code, stdout } = await stand.camera('label')
  expect(code).toBe(0)
  expect(identityIn(stdout)).toEqual(bridgeIdentity(bridgeFolder(stand.service.folder)))
  expect(stdout).toMatch(/[█▀▄]{8}/)
  const page = readFileSync(join(bridgeFolder(stand.service.folder), 'labels.html'), 'utf8')
  expect(page).toContain(`SN ${sn}`)
  expect(page.match(/<svg/g)?.length).toBeGreaterThanOrEqual(2)
})

describe('the address of a camera', () => {
  test('is a name or an address with a path, and nothing that a shell, XML or a page could be bent by', () => {
    for (const typed of [
      '192.168.1.20',
      'camera.local:8080',
      '[fe80::1]:80',
      'http://192.168.1.20/onvif/device_service',
      'RTSP://10.0.0.5:554/cam/realmonitor?channel=1&subtype=0',
    ])
      expect(cameraUrl.safeParse(cameraUrlOf(typed)).success, typed).toBe(true)
    for (const typed of [
      '',
      'file:///etc/passwd',
      'rtsp://u:p@host/x',
      'a b',
      'host/`id`',
      'rtsp://host/$(id)',
      'onvif://host/a?b',
      'rtsp://ho<st/',
      "rtsp://host/'x",
      'rtsp://-host/',
    ])
      expect(cameraUrl.safeParse(cameraUrlOf(typed)).success, typed).toBe(false)
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (typed) => {
        const read = cameraUrl.safeParse(cameraUrlOf(typed))
        if (read.success) expect(read.data).toMatch(/^(onvif|rtsp)s?:\/\/[\w.:[\]/~+,=@%?&-]+$/)
      }),
    )
  })
})
