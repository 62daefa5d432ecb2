import { createCanvas } from '@napi-rs/canvas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LayoutValue } from '#contract/calls/config/layout-value.ts'
import { userConfigsDelete } from '#contract/calls/config/user-configs-delete.ts'
import { userConfigsPut } from '#contract/calls/config/user-configs-put.ts'
import { vsDeviceList } from '#contract/calls/device/vs-device-list.ts'
import { stationList } from '#contract/calls/station/station-list.ts'
import { stationNow } from '#contract/calls/station/station-now.ts'
import { stationOrder } from '#contract/calls/station/station-order.ts'
import { stationReportPut } from '#contract/calls/station/station-report-put.ts'
import { stationScheduleSet } from '#contract/calls/station/station-schedule-set.ts'
import { stationScreenSet } from '#contract/calls/station/station-screen-set.ts'
import { stationScreenshotPut } from '#contract/calls/station/station-screenshot-put.ts'
import { stationShow } from '#contract/calls/station/station-show.ts'
import { stationTroubles } from '#contract/calls/station/station-troubles.ts'
import { codeOf } from '#contract/errors.ts'
import { PUSH_PATH } from '#contract/push.ts'
import type { StationReport, StationWindow } from '#contract/station.ts'
import type { DeviceAgent } from '#device/agent/device-agent.ts'
import { contentAt } from '#shared/station-shown.ts'
import { MediaViewer } from '#tests/support/media-viewer.ts'
import { PushClient } from '#tests/support/push-client.ts'
import { demoDevices, TestService } from '#tests/support/service.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'
import { StationScreen } from '#tests/support/station-screen.ts'
import { connectCamera, type TestSource } from '#tests/support/test-source.ts'
import { upload } from '#tests/support/upload.ts'

const { gate, shop } = demoDevices
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

async function watch(screen: StationScreen): Promise<MediaViewer> {
  return MediaViewer.open(screen.client, { ticket: await screen.ticket() })
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

  test('shows a view that is saved for it again, when it is put up or its hour has come, and none of another screen', async () => {
    const screen = await paired('Own views')
    const place = { sn: screen.sn, voId: 1 as const }
    const views = [gate, shop].map((camera, winIndex) => ({ winIndex, sn: camera.sn, chlIndex: 0 }))
    const configValue = { ...place, splitNum: 4 as const, views }
    const { configId } = await admin.call(userConfigsPut, { configName: 'Own view', configType: 'vs_view', configValue })
    const wish = { kind: 'view' as const, configId }
    const shown = { kind: 'views', title: 'Own view', views: [{ splitNum: 4, playChlList: views }] }
    await admin.call(stationShow, { ...place, wish: { kind: 'clock' } })
    expect((await now(screen)).content).toEqual({ kind: 'clock' })
    await admin.call(stationShow, { ...place, wish })
    expect((await now(screen)).content).toMatchObject(shown)
    await admin.call(stationScheduleSet, { ...place, turns: [{ spans: [{ day: 1, fromMinute: 0, toMinute: 60 }], wish }] })
    expect((await now(screen)).turns).toMatchObject([{ content: shown }])
    const other = await paired('Without views')
    const notFound = codeOf('not-found')
    expect((await admin.failure(stationShow, { ...place, voId: 2, wish })).code).toBe(notFound)
    expect((await admin.failure(stationShow, { sn: other.sn, voId: 1, wish })).code).toBe(notFound)
    await admin.call(userConfigsDelete, { configId })
    expect((await admin.failure(stationShow, { ...place, wish })).code).toBe(notFound)
    expect((await now(screen)).content).toMatchObject(shown)
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

  test('goes on with its schedule when what the office has put up is saved as a view, which is then named', async () => {
    const screen = await paired('Saved')
    const place = { sn: screen.sn, voId: 1 as const }
    const week = [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, fromMinute: 0, toMinute: 1_440 }))
    await show(screen.sn, gate)
    await admin.call(stationScheduleSet, { ...place, turns: [{ spans: week, wish: { kind: 'clock' } }] })
    const save = (configName: string, camera: { sn: string }) =>
      admin.call(userConfigsPut, {
        configName,
        configType: 'vs_view',
        configValue: { ...place, splitNum: 1, views: [{ winIndex: 0, sn: camera.sn, chlIndex: 0 }] },
      })
    await save('By hand', gate)
    const saved = await now(screen)
    expect(saved.content).toMatchObject({ title: 'By hand' })
    expect(contentAt(saved, saved.nowMs)).toEqual({ kind: 'clock' })
    // What is saved without having been put up is put up by that.
    await save('Another camera', shop)
    const other = await now(screen)
    expect(contentAt(other, other.nowMs)).toMatchObject({ title: 'Another camera' })
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
    expect((await outputOf(screen.sn))?.message).toMatchObject({ text: 'Gate 2 is closed' })
    service.advance(60_000)
    expect((await now(screen)).message).toBeNull()
    expect((await outputOf(screen.sn))?.message).toBeNull()
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
