import * as z from 'zod/mini'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { opLogsList } from '#contract/calls/log/op-logs-list.ts'
import { encodeMediaUnit, mediaClose, mediaCodecs } from '#contract/media.ts'
import { INTERCOM_FUNCTION, talkFormat } from '#contract/sound.ts'
import type { DeviceAgent } from '#device/agent/device-agent.ts'
import { TALK_PATH } from '#server/access/operations.ts'
import { MediaViewer } from '#tests/support/media-viewer.ts'
import { demoDevices, type PersonName, TestService } from '#tests/support/service.ts'
import { connectCamera, TestSource } from '#tests/support/test-source.ts'
import { until } from '#tests/support/until.ts'

const { gate, shop } = demoDevices
const sound = { codec: 'pcmu', sampleRateHz: 8_000, channels: 1 } as const
const channel = 3
let service: TestService
let source: TestSource
let agents: DeviceAgent[]
let viewers: MediaViewer[] = []

beforeAll(async () => {
  service = await TestService.start()
  source = new TestSource(sound)
  const talking = await connectCamera(service.url, gate, source, { supportFun: [INTERCOM_FUNCTION] })
  const silent = await connectCamera(service.url, shop)
  agents = [talking.agent, silent.agent]
  source.main.film(true)
})
afterEach(async () => {
  for (const viewer of viewers) viewer.close()
  viewers = []
  await until('all media sockets are closed', () => service.stats.mediaSockets === 0)
})
afterAll(async () => {
  for (const agent of agents) await agent.stop()
  await service.close()
})

/** Somebody who sees the newest picture of the gate. */
async function watch(person: PersonName = 'admin'): Promise<MediaViewer> {
  const viewer = await MediaViewer.open(await service.signIn(person))
  viewers.push(viewer)
  viewer.openChannel(channel, gate.sn)
  await viewer.until(() => viewer.units().at(-1)?.isPreroll === false, 'the newest picture')
  return viewer
}

const soundsOf = (viewer: MediaViewer) => viewer.units(channel).filter(({ kind }) => kind === 'sound')
const frame = (byte: number) => new Uint8Array(talkFormat.frameBytes).fill(byte)

function say(viewer: MediaViewer, byte: number, changes: { channel?: number; codec?: number; data?: Uint8Array } = {}): void {
  const unit = {
    kind: 'sound',
    channel,
    isKey: false,
    isPreroll: false,
    codec: mediaCodecs.pcmu,
    ptsUs: 1,
    captureMs: 1,
    sequence: 1,
  } as const
  viewer.socket.send(encodeMediaUnit({ ...unit, data: frame(byte), ...changes }))
}

async function untilTalk(viewer: MediaViewer, told: object): Promise<void> {
  await viewer.until(() => viewer.lastControl(channel)?.op === 'talk', 'an answer about talking')
  expect(viewer.lastControl(channel)).toEqual({ op: 'talk', channel, ...told })
}

/** Begins to talk, and is heard at the camera. */
async function talk(person: PersonName = 'admin') {
  const before = source.talks.length
  const viewer = await watch(person)
  viewer.send({ op: 'talk', channel, isOn: true })
  await until('the camera is asked to listen', () => source.talks.length > before)
  const heard = source.talks[before]
  heard?.sink.opened()
  await untilTalk(viewer, { isOn: true })
  say(viewer, 7)
  await until('the camera hears it', () => heard?.frames.length === 1)
  expect(heard?.frames[0]).toEqual(frame(7))
  return { viewer, heard }
}

test('the sound of a camera is heard by those who ask for it, from then on, and by nobody else', async () => {
  const [listener, other] = [await watch(), await watch('guard')]
  expect(listener.controls(channel)).toMatchObject([{ op: 'config', sound }])
  source.main.play(frame(1))
  listener.send({ op: 'sound', channel, isOn: true })
  // What is answered after it was heard.
  listener.openChannel(9, 'NOSUCH')
  await listener.untilFailed(9, 'not-found')
  source.main.play(frame(2))
  source.main.play(frame(3))
  await listener.until(() => soundsOf(listener).length === 2, 'two frames')
  expect(soundsOf(listener).map(({ codec, data }) => ({ codec, data: new Uint8Array(data) }))).toEqual([
    { codec: mediaCodecs.pcmu, data: frame(2) },
    { codec: mediaCodecs.pcmu, data: frame(3) },
  ])
  const [first, second] = soundsOf(listener)
  expect((second?.sequence ?? 0) - (first?.sequence ?? 0)).toBe(1)
  expect(first).toMatchObject({ ptsUs: source.main.filmed.at(-1)?.ptsUs, captureMs: source.main.filmed.at(-1)?.captureMs })
  const late = await watch()
  expect(late.units()).toHaveLength(1)
  expect(soundsOf(other)).toEqual([])
})

test('a person talks to a camera, alone: another is told who talks, and may when that one has done', async () => {
  const { viewer, heard } = await talk('operator')
  const second = await watch()
  second.send({ op: 'talk', channel, isOn: true })
  await untilTalk(second, { isOn: false, fault: 'busy', talker: 'Jonas Bakker' })
  viewer.send({ op: 'talk', channel, isOn: false })
  await until('the camera stops listening', () => heard?.isOver === true)
  await talk()
})

test('the line is free again when the tab of whoever talked dies', async () => {
  const { viewer, heard } = await talk()
  viewer.socket.terminate()
  await until('the camera stops listening', () => heard?.isOver === true)
  await talk()
})

test('nobody talks without the right, and who loses it is cut off', async () => {
  const guard = await watch('guard')
  guard.send({ op: 'talk', channel, isOn: true })
  await untilTalk(guard, { isOn: false, fault: 'no-permission' })
  const { viewer, heard } = await talk('operator')
  const role = (now: 'site-operator' | 'live-only') =>
    service.edit((db) =>
      db
        .updateTable('user_site_role')
        .set({ role: now })
        .where('user_id', '=', 'harbor-operator')
        .where('site_id', '=', 'harbor-gate')
        .execute(),
    )
  await role('live-only')
  service.advance(11_000)
  await until('the camera stops listening', () => heard?.isOver === true)
  await viewer.until(() => viewer.controls(channel).length === 3, 'the end of the talk')
  expect(viewer.lastControl(channel)).toEqual({ op: 'talk', channel, isOn: false, fault: 'no-permission' })
  await role('site-operator')
})

test('who talks is told when the camera ends it', async () => {
  const { viewer, heard } = await talk()
  heard?.sink.failed('failed')
  await viewer.until(() => viewer.lastControl(channel)?.op === 'talk' && viewer.controls(channel).length === 3, 'the end')
  expect(viewer.lastControl(channel)).toEqual({ op: 'talk', channel, isOn: false, fault: 'failed' })
  await talk()
})

test('who talks is heard on without a break when another stream of the camera is shown', async () => {
  const { viewer, heard } = await talk()
  const { length } = source.talks
  viewer.openChannel(7, gate.sn, 0, 'sub')
  viewer.send({ op: 'talk', channel: 7, isOn: true, from: channel })
  viewer.send({ op: 'close', channel })
  await viewer.until(() => viewer.lastControl(7)?.op === 'talk', 'the talk on the other channel')
  expect(viewer.lastControl(7)).toEqual({ op: 'talk', channel: 7, isOn: true })
  say(viewer, 8, { channel: 7 })
  await until('the camera hears it', () => heard?.frames.length === 2)
  expect([heard?.isOver, source.talks.length]).toEqual([false, length])
  // From a channel on which nobody talks it begins anew.
  viewer.send({ op: 'talk', channel: 7, isOn: false })
  await until('the camera stops listening', () => heard?.isOver === true)
  viewer.send({ op: 'talk', channel: 7, isOn: true, from: channel })
  await until('the camera is asked to listen', () => source.talks.length === length + 1)
})

test('the audit trail tells who talked to which camera from when to when, and who was not heard and why', async () => {
  const clear = () => service.edit((db) => db.deleteFrom('audit').where('path', '=', TALK_PATH).execute())
  const trail = () => service.edit((db) => db.selectFrom('audit').where('path', '=', TALK_PATH).orderBy('at_ms').selectAll().execute())
  await clear()
  const { viewer } = await talk('operator')
  await expect.poll(trail).toHaveLength(1)
  const [begun] = await trail()
  const begunMs = Number(begun?.at_ms)
  expect(begun).toMatchObject({ user_id: 'harbor-operator', address: '127.0.0.1', code: 200 })
  expect(JSON.parse(begun?.input_json ?? '')).toEqual({ sn: gate.sn, chlIndex: 0, fromMs: begunMs })
  service.advance(5_000)
  viewer.send({ op: 'talk', channel, isOn: false })
  await expect.poll(async () => (await trail())[0]?.input_json).toContain('untilMs')
  const { untilMs, ...rest } = z.record(z.string(), z.unknown()).parse(JSON.parse((await trail())[0]?.input_json ?? ''))
  expect(rest).toEqual({ sn: gate.sn, chlIndex: 0, fromMs: begunMs })
  expect(Number(untilMs) - begunMs).toBeGreaterThanOrEqual(5_000)

  const guard = await watch('guard')
  guard.send({ op: 'talk', channel, isOn: true })
  await untilTalk(guard, { isOn: false, fault: 'no-permission' })
  await expect.poll(trail).toHaveLength(2)
  expect((await trail())[1]).toMatchObject({ user_id: 'harbor-guard', code: 5001 })
  const { logs } = await (await service.signIn('admin')).call(opLogsList, {
    pageNum: 1,
    pageSize: 10,
    fromMs: begunMs - 60_000,
    untilMs: service.now + 60_000,
    module: 'devices',
    function: 'talk',
  })
  expect(logs.map(({ userName, code }) => [userName, code])).toEqual([
    ['Li Wen', 5001],
    ['Jonas Bakker', 200],
  ])
})

test('a talk that is going on when the service ends has its end in the audit trail', async () => {
  const other = await TestService.start()
  const camera = new TestSource(sound)
  const { agent } = await connectCamera(other.url, gate, camera, { supportFun: [INTERCOM_FUNCTION] })
  const viewer = await MediaViewer.open(await other.signIn('admin'))
  viewer.openChannel(channel, gate.sn)
  viewer.send({ op: 'talk', channel, isOn: true })
  await until('the camera is asked to listen', () => camera.talks.length === 1)
  camera.talks[0]?.sink.opened()
  await untilTalk(viewer, { isOn: true })
  await other.restart()
  const rows = await other.edit((db) => db.selectFrom('audit').where('path', '=', TALK_PATH).selectAll().execute())
  expect(rows.map(({ input_json }) => Object.keys(JSON.parse(input_json)))).toEqual([['sn', 'chlIndex', 'fromMs', 'untilMs']])
  await agent.stop()
  await other.close()
})

test('a camera without a loudspeaker cannot be talked to, nor a channel that is not open', async () => {
  const viewer = await watch()
  viewer.openChannel(4, shop.sn)
  viewer.send({ op: 'talk', channel: 4, isOn: true })
  await viewer.until(() => viewer.lastControl(4)?.op === 'talk', 'an answer')
  expect(viewer.lastControl(4)).toEqual({ op: 'talk', channel: 4, isOn: false, fault: 'unsupported' })
  viewer.send({ op: 'talk', channel: 5, isOn: true })
  await viewer.until(() => viewer.lastControl(5)?.op === 'talk', 'an answer')
  expect(viewer.lastControl(5)).toMatchObject({ fault: 'not-found' })
})

test.each([
  ['another codec', { codec: mediaCodecs.aac }],
  ['a frame of a second', { data: new Uint8Array(8_000) }],
])('who says %s is shown the door, and the camera hears nothing of it', async (_what, changes) => {
  const { viewer, heard } = await talk()
  say(viewer, 9, changes)
  expect(await viewer.closed).toBe(mediaClose.badMessage)
  expect(heard?.frames).toHaveLength(1)
})
