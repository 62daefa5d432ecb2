import { createCanvas } from '@napi-rs/canvas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LayoutValue } from '#contract/calls/config/layout-value.ts'
import { userConfigsDelete } from '#contract/calls/config/user-configs-delete.ts'
import { userConfigsPut } from '#contract/calls/config/user-configs-put.ts'
import { deviceUnbind } from '#contract/calls/device/device-unbind.ts'
import { vsDeviceList } from '#contract/calls/device/vs-device-list.ts'
import { stationList } from '#contract/calls/station/station-list.ts'
import { stationNow } from '#contract/calls/station/station-now.ts'
import { stationOrder } from '#contract/calls/station/station-order.ts'
import { stationPair } from '#contract/calls/station/station-pair.ts'
import { stationPairingBegin } from '#contract/calls/station/station-pairing-begin.ts'
import { stationPairingLook } from '#contract/calls/station/station-pairing-look.ts'
import { stationReportPut } from '#contract/calls/station/station-report-put.ts'
import { stationRevoke } from '#contract/calls/station/station-revoke.ts'
import { stationScheduleSet } from '#contract/calls/station/station-schedule-set.ts'
import { stationScreenSet } from '#contract/calls/station/station-screen-set.ts'
import { stationScreenshotPut } from '#contract/calls/station/station-screenshot-put.ts'
import { stationShow } from '#contract/calls/station/station-show.ts'
import { stationTicket } from '#contract/calls/station/station-ticket.ts'
import { stationToken } from '#contract/calls/station/station-token.ts'
import { stationTroubles } from '#contract/calls/station/station-troubles.ts'
import type { Call } from '#contract/define-call.ts'
import { codeOf } from '#contract/errors.ts'
import { mediaClose } from '#contract/media.ts'
import { PUSH_PATH } from '#contract/push.ts'
import { registry } from '#contract/registry.ts'
import { stationLimits, type StationReport, type StationWindow } from '#contract/station.ts'
import type { DeviceAgent } from '#device/agent/device-agent.ts'
import { MediaViewer } from '#tests/support/media-viewer.ts'
import { PushClient } from '#tests/support/push-client.ts'
import { demoDevices, TestService } from '#tests/support/service.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'
import { StationScreen } from '#tests/support/station-screen.ts'
import { connectCamera, type TestSource } from '#tests/support/test-source.ts'
import { contentAt } from '#shared/station-shown.ts'
import { upload } from '#tests/support/upload.ts'

const { gate, shop } = demoDevices
const site = { siteId: 'harbor-gate' }
const UNKNOWN = 33851
const CLOCK = 33852
const WRONG_CODE = 33853
const HOUR_MS = 3_600_000
let service: TestService
let admin: ServiceClient
let source: TestSource
let cameras: DeviceAgent[]

beforeAll(async () => {
  service = await TestService.start()
  admin = await service.signIn('admin')
  const [atGate, atShop] = [await connectCamera(service.url, gate), await connectCamera(service.url, shop)]
  source = atGate.source
  cameras = [atGate.agent, atShop.agent]
})
afterAll(async () => {
  await Promise.all(cameras.map((camera) => camera.stop()))
  await service.close()
})

const paired = (name: string) => StationScreen.paired(service, admin, name)
const listed = async (sn: string) => (await admin.call(stationList, undefined)).stations.find((station) => station.sn === sn)
const outputOf = async (sn: string, voId = 1) => (await listed(sn))?.outputs.find((output) => output.voId === voId)
const show = (sn: string, camera: { sn: string }, voId: 1 | 2 = 1) =>
  admin.call(stationShow, { sn, voId, wish: { kind: 'camera', sn: camera.sn, chlIndex: 0 } })
const now = ({ client }: StationScreen) => client.call(stationNow, undefined)

function drawn(): File {
  return new File([new Uint8Array(createCanvas(64, 36).toBuffer('image/jpeg'))], 'screen.jpg', { type: 'image/jpeg' })
}

async function listen({ client }: StationScreen): Promise<PushClient> {
  return service.openPush(client)
}

async function watch({ client }: StationScreen): Promise<MediaViewer> {
  return MediaViewer.open(client, { ticket: (await client.call(stationTicket, undefined)).ticket })
}

/** What a screen says that has no window. */
const quiet = (): StationReport => ({
  windows: [],
  shownTitle: 'Front',
  framesShown: 10,
  framesDropped: 1,
  memoryMb: 150,
  decodeLoad: 0.2,
  screen: '1920x1080',
  startedMs: service.now,
  start: 'office',
  version: '0.1.0',
  language: 'en-US',
})

describe('pairing', () => {
  test('an administrator types the code on the screen, and the screen is a device of type 13 with two outputs', async () => {
    const screen = await StationScreen.start(service)
    expect(screen.pairingCode).toMatch(/^[A-HJKMNP-Z2-9]{4}-[A-HJKMNP-Z2-9]{4}$/)
    expect(await screen.look()).toBe(false)
    const pairingCode = screen.pairingCode.toLowerCase().replace('-', ' ')
    const { sn } = await admin.call(stationPair, { pairingCode, name: 'Hall', ...site })
    expect(await screen.look()).toBe(true)
    expect(screen.sn).toBe(sn)
    await screen.renew()
    expect(await now(screen)).toMatchObject({
      sn,
      voId: 1,
      name: 'Hall',
      siteName: (await listed(sn))?.siteName,
      content: { kind: 'clock' },
    })
    const device = (await admin.call(vsDeviceList, undefined)).devices.find((one) => one.sn === sn)
    expect(device).toMatchObject({
      devType: 13,
      name: 'Hall',
      outputs: [
        { voId: 1, dpi: '1920x1080' },
        { voId: 2, dpi: '1920x1080' },
      ],
    })
    expect(await listed(sn)).toMatchObject({ isPaired: true, name: 'Hall', siteId: site.siteId })
  })

  test('nobody but an administrator pairs, and none of another organization', async () => {
    const screen = await StationScreen.start(service)
    for (const name of ['manager', 'operator', 'guard'] as const) {
      const person = await service.signIn(name)
      expect((await person.failure(stationPair, { pairingCode: screen.pairingCode, name: 'Mine', ...site })).code, name).toBe(5000)
    }
    const stranger = await service.signIn('stranger')
    expect((await stranger.failure(stationPair, { pairingCode: screen.pairingCode, name: 'Mine', ...site })).code).toBe(
      codeOf('site-missing'),
    )
    expect(await screen.look()).toBe(false)
  })

  test('a code is good once and for ten minutes', async () => {
    const screen = await StationScreen.start(service)
    const again = { pairingCode: screen.pairingCode, name: 'Twice', ...site }
    await admin.call(stationPair, again)
    expect(await admin.failure(stationPair, again)).toMatchObject({ code: WRONG_CODE, detail: { field: 'pairingCode' } })
    const late = await StationScreen.start(service)
    service.advance(stationLimits.codeLifeMs)
    expect((await admin.failure(stationPair, { ...again, pairingCode: late.pairingCode })).code).toBe(WRONG_CODE)
    await expect(late.look()).rejects.toThrow('1008')
  })

  test('codes are not guessed: after five wrong ones nobody of the organization pairs for some minutes', async () => {
    service.advance(10 * 60_000)
    admin = await service.signIn('admin')
    const screen = await StationScreen.start(service)
    const wrong = async (pairingCode: string) => (await admin.failure(stationPair, { pairingCode, name: 'Guessed', ...site })).code
    const codes = ['AAAA-AAAA', 'BBBB-BBBB', 'CCCC-CCCC', 'DDDD-DDDD', 'EEEE-EEEE']
    for (const code of codes) expect(await wrong(code)).toBe(WRONG_CODE)
    expect(await wrong(screen.pairingCode)).toBe(6001)
    service.advance(5 * 60_000)
    expect(await wrong(screen.pairingCode)).toBe(200)
  })

  test('who has not the secret of a code learns nothing, and so many screens wait at one address', async () => {
    service.advance(11 * 60_000)
    admin = await service.signIn('admin')
    const { client } = await StationScreen.start(service)
    const key = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
    const { kty, crv, x, y } = (await crypto.subtle.exportKey('jwk', key.publicKey)) as { kty: 'EC'; crv: 'P-256'; x: string; y: string }
    const publicKey = { kty, crv, x, y }
    const { pairingId } = await client.call(stationPairingBegin, { publicKey })
    expect((await client.failure(stationPairingLook, { pairingId, secret: 'x'.repeat(43) })).code).toBe(1008)
    for (let waiting = 2; waiting < 40; waiting += 1) await client.call(stationPairingBegin, { publicKey })
    service.advance(60_000)
    expect((await client.failure(stationPairingBegin, { publicKey })).code).toBe(6001)
    expect((await client.failure(stationPairingBegin, { publicKey: { ...publicKey, x: y } })).code).toBe(1000)
    service.advance(10 * 60_000)
    await client.call(stationPairingBegin, { publicKey })
    admin = await service.signIn('admin')
  })
})

describe('the permission of a screen', () => {
  test('is bound to its key: another key, another output or an old claim gives no token', async () => {
    const [screen, other] = [await paired('Bound'), await paired('Other')]
    const failure = async (claim: Awaited<ReturnType<StationScreen['claim']>>) => (await service.client().failure(stationToken, claim)).code
    expect(await failure({ ...(await other.claim()), sn: screen.sn })).toBe(UNKNOWN)
    expect(await failure({ ...(await screen.claim()), voId: 2 })).toBe(UNKNOWN)
    expect(await failure({ ...(await screen.claim()), sn: 'VSNOSUCH22' })).toBe(UNKNOWN)
    const claim = await screen.claim()
    expect(await failure(claim)).toBe(200)
    expect(await failure(claim)).toBe(CLOCK)
    expect(await failure(await screen.claim({ atMs: service.now + 70_000 }))).toBe(CLOCK)
    service.advance(11 * 60_000)
    expect((await screen.client.failure(stationNow, undefined)).code).toBe(7088)
    await screen.renew()
    expect((await now(screen)).name).toBe('Bound')
    admin = await service.signIn('admin')
  })

  test('outlasts what ends the sessions of people: nobody has to be there, for a day or for nine', async () => {
    const screen = await paired('Alone')
    service.advance(25 * HOUR_MS)
    expect((await admin.failure(stationList, undefined)).code).not.toBe(200)
    admin = await service.signIn('admin')
    await screen.renew()
    const push = await listen(screen)
    const heard = push.next('station', { order: 'look' })
    await show(screen.sn, gate)
    await heard
    expect(await now(screen)).toMatchObject({ content: { kind: 'views' } })
    // Longer than any session of a person, with its machine switched off.
    push.close()
    service.advance(9 * 24 * HOUR_MS)
    await screen.renew()
    expect((await now(screen)).name).toBe('Alone')
    admin = await service.signIn('admin')
  })

  test('is of no other use: each call that is not for screens is refused, and so is each of its calls to people', async () => {
    const { client } = await paired('Refused')
    const answers: Record<string, number> = {}
    for (const [name, call] of Object.entries<Call>(registry)) {
      if (call.access.who === 'open') continue
      const { reply } = await client.post(call.path, JSON.stringify({ basic: { ver: '1.0', time: 0, id: name, nonce: name }, data: {} }))
      const by = call.access.who === 'station' ? admin : client
      const { reply: refused } =
        call.access.who === 'station'
          ? await by.post(call.path, JSON.stringify({ basic: { ver: '1.0', time: 0, id: name, nonce: name } }))
          : { reply }
      answers[name] = refused === undefined || refused.ok ? 200 : refused.code
    }
    expect(Object.keys(answers).length).toBeGreaterThan(150)
    expect(Object.entries(answers).filter(([, code]) => code !== 5000)).toEqual([])
  })

  test('is taken back at once: tokens, sockets and pictures end, and the settings stay for the next screen', async () => {
    const screen = await paired('Taken back')
    await show(screen.sn, gate)
    const push = await listen(screen)
    const viewer = await watch(screen)
    await admin.call(stationRevoke, { sn: screen.sn })
    expect((await push.next('session-ended')).infoContent.code).toBe(7009)
    await push.closed
    expect(await viewer.closed).toBe(mediaClose.sessionEnded)
    expect((await screen.client.failure(stationNow, undefined)).code).toBe(7009)
    expect((await service.client().failure(stationToken, await screen.claim())).code).toBe(UNKNOWN)
    expect(await listed(screen.sn)).toMatchObject({ isPaired: false })

    const next = await StationScreen.start(service)
    await admin.call(stationPair, { pairingCode: next.pairingCode, name: 'Taken up', ...site, sn: screen.sn })
    await next.look()
    await next.renew()
    expect(await now(next)).toMatchObject({ sn: screen.sn, name: 'Taken up', content: { kind: 'views' } })
    expect((await service.client().failure(stationToken, await screen.claim())).code).toBe(UNKNOWN)
  })

  test('ends with the device', async () => {
    const screen = await paired('Unbound')
    await upload(screen.client, stationScreenshotPut, {}, drawn())
    const { pictureUrl } = (await outputOf(screen.sn)) ?? {}
    const push = await listen(screen)
    await admin.call(deviceUnbind, { sn: screen.sn })
    await push.closed
    expect((await screen.client.failure(stationNow, undefined)).code).toBe(7009)
    expect((await service.client().failure(stationToken, await screen.claim())).code).toBe(UNKNOWN)
    // What was on it is gone too.
    await expect.poll(async () => (await fetch(service.url + pictureUrl)).status).toBe(404)
  })
})

describe('a screen', () => {
  test('sees the cameras that stand on it, live and nothing else', async () => {
    const screen = await paired('Live only')
    await show(screen.sn, gate)
    source.main.film(true)
    const viewer = await watch(screen)
    viewer.openChannel(1, gate.sn)
    await viewer.until(() => viewer.units(1).length > 0, 'a picture of the gate')
    viewer.openChannel(2, shop.sn)
    await viewer.untilFailed(2, 'not-found')
    viewer.send({ op: 'talk', channel: 1, isOn: true })
    await viewer.until(() => viewer.lastControl(1)?.op === 'talk', 'an answer to the talk')
    expect(viewer.lastControl(1)).toMatchObject({ isOn: false })
    const past = { channel: 3, sn: gate.sn, chlIndex: 0, stream: 'main', startMs: 0, endMs: 1, source: 'cloud', pictures: 'all' }
    expect((await viewer.past({ ...past, fromMs: service.now - 60_000, toMs: service.now } as never))?.op).toBe('past-failed')

    // What is taken off the screen is not seen any more.
    await show(screen.sn, shop)
    service.advance(11_000)
    await viewer.untilFailed(1, 'not-found')
    viewer.close()
    admin = await service.signIn('admin')
  })

  test('hears what the office has it show at once, and each output its own', async () => {
    const screen = await paired('Two outputs')
    const push = await listen(screen)
    await show(screen.sn, gate, 2)
    expect((await push.next('station')).infoContent).toEqual({ voId: 2, order: 'look' })
    expect((await now(screen)).content).toEqual({ kind: 'clock' })
    await screen.renew(2)
    const second = await now(screen)
    expect(second).toMatchObject({
      voId: 2,
      content: { kind: 'views', title: 'Camera', views: [{ splitNum: 1, playChlList: [{ sn: gate.sn }] }] },
    })
    expect(second.cameras).toMatchObject([
      { sn: gate.sn, chlIndex: 0, channelName: 'Camera', streams: [{ stream: 'main' }, { stream: 'sub' }] },
    ])
    await admin.call(stationOrder, { sn: screen.sn, voId: 2, order: { kind: 'identify' } })
    expect((await push.next('station', { order: 'identify' })).infoContent.voId).toBe(2)
    await admin.call(stationOrder, { sn: screen.sn, voId: 1, order: { kind: 'reload' } })
    expect((await push.next('station', { order: 'reload' })).infoContent.voId).toBe(1)
    push.close()
  })

  test('shows layouts and tours as they were when they were pushed', async () => {
    const screen = await paired('Layouts')
    const windows = [gate, shop].map(({ sn }, winIndex) => ({ winIndex, sn, chlIndex: 0 }))
    const value: LayoutValue = { splitNum: 4, isDefault: false, playChlList: windows }
    const layout = await admin.call(userConfigsPut, { configName: 'Doors', configType: 'layout', configValue: value })
    const tourValue = { kind: 'layouts' as const, dwellS: 5, layoutIds: [layout.configId, 'gone'] }
    const tour = await admin.call(userConfigsPut, { configName: 'Round', configType: 'tour', configValue: tourValue })
    const put = (kind: 'layout' | 'tour', configId: string) => admin.call(stationShow, { sn: screen.sn, voId: 1, wish: { kind, configId } })
    await put('layout', layout.configId)
    const shown = { kind: 'views', views: [{ splitNum: 4, playChlList: windows }] }
    expect((await now(screen)).content).toMatchObject({ ...shown, title: 'Doors' })
    await put('tour', tour.configId)
    expect((await now(screen)).content).toMatchObject({ ...shown, title: 'Round', dwellS: 5 })
    const channels = [gate, shop].map(({ sn }) => ({ sn, chlIndex: 0 }))
    const value2 = { kind: 'cameras' as const, dwellS: 9, splitNum: 1 as const, channels }
    await admin.call(userConfigsPut, { configId: tour.configId, configName: 'Round', configType: 'tour', configValue: value2 })
    await put('tour', tour.configId)
    await admin.call(userConfigsDelete, { configId: tour.configId })
    await admin.call(userConfigsDelete, { configId: layout.configId })
    expect((await now(screen)).content).toMatchObject({ dwellS: 9, views: [{ splitNum: 1 }, { splitNum: 1 }] })
    const missing = { sn: screen.sn, voId: 1 as const, wish: { kind: 'layout' as const, configId: layout.configId } }
    expect((await admin.failure(stationShow, missing)).code).toBe(codeOf('not-found'))
    expect((await admin.failure(stationShow, { ...missing, wish: { kind: 'camera', sn: 'NOSUCH0001', chlIndex: 0 } })).code).toBe(
      codeOf('channel-missing'),
    )
    expect((await admin.failure(stationShow, { ...missing, sn: gate.sn, wish: { kind: 'clock' } })).code).toBe(
      codeOf('serial-number-unknown'),
    )
  })

  test('shows the view and has the size that an administrator saves as vs_view and vs_screen, and what others save is their own', async () => {
    const { sn, ...screen } = await paired('Configs')
    const views = [{ winIndex: 0, sn: gate.sn, chlIndex: 0 }]
    const view = { configName: 'Front', configType: 'vs_view' as const, configValue: { sn, voId: 1 as const, splitNum: 1 as const, views } }
    const size = { configName: 'Tall', configType: 'vs_screen' as const, configValue: { sn, voId: 1 as const, dpi: '1080x1920' } }
    const operator = await service.signIn('operator')
    await operator.call(userConfigsPut, view)
    await operator.call(userConfigsPut, size)
    expect(await outputOf(sn)).toMatchObject({ content: { kind: 'clock' }, dpi: '1920x1080' })
    await admin.call(userConfigsPut, view)
    await admin.call(userConfigsPut, size)
    expect(await outputOf(sn)).toMatchObject({
      content: { kind: 'views', title: 'Front', views: [{ splitNum: 1, playChlList: views }] },
      dpi: '1080x1920',
    })
    await admin.call(stationScreenSet, { sn, voId: 2, dpi: '3840x2160' })
    expect((await outputOf(sn, 2))?.dpi).toBe('3840x2160')
    const { devices } = await (await service.signIn('guard')).call(vsDeviceList, undefined)
    expect(devices.find((device) => device.sn === sn)?.outputs).toEqual([
      { voId: 1, dpi: '1080x1920' },
      { voId: 2, dpi: '3840x2160' },
    ])
    expect(screen.client.token).toBeDefined()
  })

  test('has a schedule, and may see the cameras of it', async () => {
    const screen = await paired('Schedule')
    const night = [{ day: 1, fromMinute: 0, toMinute: 360 }]
    const wish = { kind: 'camera' as const, sn: gate.sn, chlIndex: 0 }
    const place = { sn: screen.sn, voId: 1 as const }
    await admin.call(stationScheduleSet, { ...place, turns: [{ spans: night, wish }] })
    expect(await now(screen)).toMatchObject({ turns: [{ spans: night, content: { kind: 'views' } }], cameras: [{ sn: gate.sn }] })
    const later = [{ day: 2, fromMinute: 60, toMinute: 120 }]
    await admin.call(stationScheduleSet, { ...place, turns: [{ spans: later, wish: null }] })
    expect((await now(screen)).turns).toMatchObject([{ spans: later, content: { kind: 'views' } }])
    expect(
      (
        await admin.failure(stationScheduleSet, {
          ...place,
          turns: [
            { spans: later, wish: null },
            { spans: later, wish: null },
          ],
        })
      ).code,
    ).toBe(codeOf('not-found'))
    await admin.call(stationScheduleSet, { ...place, turns: [] })
    expect(await now(screen)).toMatchObject({ turns: [], cameras: [] })
  })

  test('shows at once what the office puts up during a time of the schedule, and the schedule again when that is saved', async () => {
    const screen = await paired('Pushed')
    const place = { sn: screen.sn, voId: 1 as const }
    const week = [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, fromMinute: 0, toMinute: 1_440 }))
    const turns = [{ spans: week, wish: { kind: 'clock' as const } }]
    const isShown = async () => {
      const output = await now(screen)
      return contentAt(output, output.nowMs).kind
    }
    await show(screen.sn, gate)
    await admin.call(stationScheduleSet, { ...place, turns })
    expect(await isShown()).toBe('clock')
    await show(screen.sn, gate)
    expect(await isShown()).toBe('views')
    await admin.call(stationScheduleSet, { ...place, turns })
    expect(await isShown()).toBe('clock')
    // The same again is put up anew.
    await show(screen.sn, gate)
    expect(await isShown()).toBe('views')
  })

  test('is told to be away to who sends it something, from the moment at which it goes', async () => {
    const screen = await paired('Told away')
    const place = { sn: screen.sn, voId: 1 as const }
    const isHere = async () =>
      Promise.all([
        admin.call(stationShow, { ...place, wish: { kind: 'clock' } }),
        admin.call(stationOrder, { ...place, order: { kind: 'identify' } }),
        admin.call(stationOrder, { ...place, order: { kind: 'mute', isMuted: true } }),
      ]).then((answers) => answers.map((answer) => answer.isHere))
    await screen.client.call(stationReportPut, quiet())
    expect(await isHere()).toEqual([false, false, false])
    const push = await listen(screen)
    await expect.poll(isHere).toEqual([true, true, true])
    push.close()
    await push.closed
    await expect.poll(isHere).toEqual([false, false, false])
  })

  test('shows a message until its time is over, and is mute unless the office says otherwise', async () => {
    const screen = await paired('Message')
    const order = (one: Parameters<typeof admin.call<typeof stationOrder>>[1]['order']) =>
      admin.call(stationOrder, { sn: screen.sn, voId: 1, order: one })
    expect(await now(screen)).toMatchObject({ message: null, isMuted: true })
    await order({ kind: 'message', text: 'Gate 2 is closed', lastsMs: 60_000 })
    await order({ kind: 'mute', isMuted: false })
    expect(await now(screen)).toMatchObject({ message: { text: 'Gate 2 is closed' }, isMuted: false })
    service.advance(60_000)
    expect((await now(screen)).message).toBeNull()
    await order({ kind: 'message', text: 'Again', lastsMs: 60_000 })
    await order({ kind: 'message', text: '', lastsMs: 60_000 })
    expect((await now(screen)).message).toBeNull()
  })
})

describe('the office', () => {
  const front: StationWindow = { sn: gate.sn, chlIndex: 0, state: 'live', ageMs: 120 }
  const report = (windows: StationWindow[]): StationReport => ({ ...quiet(), windows })
  const troubles = async (sn: string) => (await admin.call(stationTroubles, { sn })).troubles

  test('sees what a screen says of itself, and the history of its troubles', async () => {
    const screen = await paired('Reports')
    const push = await listen(screen)
    await show(screen.sn, gate)
    await screen.client.call(stationReportPut, report([front]))
    await expect.poll(async () => (await outputOf(screen.sn))?.isConnected).toBe(true)
    expect(await outputOf(screen.sn)).toMatchObject({
      report: { memoryMb: 150, start: 'office', windows: [{ ageMs: 120 }] },
    })
    expect(await troubles(screen.sn)).toEqual([])
    // Of a camera that does not stand on it, nothing is believed.
    await screen.client.call(stationReportPut, report([front, { ...front, sn: shop.sn, state: 'frozen' }]))
    expect(await troubles(screen.sn)).toEqual([])
    await screen.client.call(stationReportPut, report([{ ...front, state: 'frozen', ageMs: 5_000 }]))
    await screen.client.call(stationReportPut, report([{ ...front, state: 'frozen', ageMs: 15_000 }]))
    expect(await troubles(screen.sn)).toMatchObject([{ kind: 'frozen', cameraName: 'Camera', voId: 1, endMs: null }])
    await screen.client.call(stationReportPut, report([{ ...front, state: 'failed', fault: 'offline' }]))
    expect(
      (await troubles(screen.sn))
        .map(({ kind, endMs }) => [kind, endMs === null])
        .toSorted(([one], [other]) => String(one).localeCompare(String(other))),
    ).toEqual([
      ['frozen', false],
      ['offline', true],
    ])
    await screen.client.call(stationReportPut, report([front]))
    expect((await troubles(screen.sn)).filter(({ endMs }) => endMs === null)).toEqual([])
    push.close()
  })

  test('sees the newest picture of a screen, and no other is kept', async () => {
    const screen = await paired('Pictures')
    const file = drawn()
    expect(await upload(screen.client, stationScreenshotPut, {}, file)).toEqual({ ok: true, data: null })
    const first = (await outputOf(screen.sn))?.pictureUrl ?? ''
    expect((await fetch(service.url + first)).headers.get('content-type')).toBe('image/jpeg')
    await upload(screen.client, stationScreenshotPut, {}, file)
    expect((await fetch(service.url + first)).status).toBe(codeOf('not-found'))
    expect((await fetch(service.url + ((await outputOf(screen.sn))?.pictureUrl ?? ''))).status).toBe(200)
    const text = new File(['no picture'], 'screen.jpg', { type: 'image/jpeg' })
    expect(await upload(screen.client, stationScreenshotPut, {}, text)).toMatchObject({ ok: false, code: 20018 })
  })

  test('is told when a screen has gone and when it is back, as of every device; one that begins anew was never away', async () => {
    const screen = await paired('Comes and goes')
    const isOnline = async () => (await listed(screen.sn))?.status === 1
    let push = await listen(screen)
    await expect.poll(isOnline).toBe(true)
    push.close()
    await push.closed
    push = await listen(screen)
    service.advance(11_000)
    await screen.renew()
    expect(await isOnline()).toBe(true)
    expect(await troubles(screen.sn)).toEqual([])
    push.close()
    await push.closed
    // Whoever has gone for ten seconds is away.
    const isOnlineLater = () => {
      service.advance(1_000)
      return isOnline()
    }
    await expect.poll(isOnlineLater).toBe(false)
    expect(await troubles(screen.sn)).toMatchObject([{ kind: 'away', voId: 1, cameraName: null, endMs: null }])
    await screen.renew()
    push = await listen(screen)
    await expect.poll(isOnline).toBe(true)
    await expect.poll(async () => (await troubles(screen.sn))[0]?.endMs).not.toBeNull()
    push.close()
  })
})

test('a stranger’s push socket hears nothing of a station, and a station nothing of people', async () => {
  const screen = await paired('Quiet')
  const stranger = await PushClient.open(service.url + PUSH_PATH, service.origin)
  stranger.send({ type: 'token', token: 'vs.nobody' })
  expect((await stranger.next('reply')).infoContent.code).toBe(7009)
  const push = await listen(screen)
  await show(screen.sn, gate)
  await push.next('station')
  expect(push.heard.map(({ infoType }) => infoType)).toEqual(['reply', 'station'])
  push.close()
})
