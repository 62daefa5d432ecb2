import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { eventVideoExistDayList } from '#contract/calls/event/event-video-exist-day-list.ts'
import { eventVideoSearch } from '#contract/calls/event/event-video-search.ts'
import { ptzExecute } from '#contract/calls/device/ptz-execute.ts'
import { ptzGet } from '#contract/calls/device/ptz-get.ts'
import { ptzRenew } from '#contract/calls/device/ptz-renew.ts'
import type { CoreEvent } from '#contract/core-api.ts'
import type { OutputOf } from '#contract/define-call.ts'
import { readFrame } from '#contract/plugin/xml.ts'
import type { PtzAct } from '#contract/ptz.ts'
import { PtzCamera } from '#device/simulator/ptz/ptz-camera.ts'
import { ptzHandlers } from '#device/simulator/ptz/ptz-commands.ts'
import { firstMemory } from '#device/simulator/ptz/ptz-memory.ts'
import { createPlugin, type Plugin } from '#plugin/plugin.ts'
import { Core } from '#workers/core/core.ts'
import { systemClock } from '#workers/core/system-clock.ts'
import { nodePorts } from '#tests/support/core/node-ports.ts'
import { TestProfile } from '#tests/support/core/test-ports.ts'
import { channel, demoDevices, type PersonName, TestService } from '#tests/support/service.ts'

const { gate } = demoDevices
const place = { sn: gate.sn, chlIndex: 0 }
const moveId = 'a-movement-of-mine'
const tabId = 'tab-1'
const window = { tabId, winIndex: 0 }

const HOUR_MS = 3_600_000
const beginMs = Date.now() - HOUR_MS
/** What the camera recorded: one that it told twice, two that touch, and one that is being recorded. */
const recorded = [
  { startMs: beginMs + 1_000, endMs: beginMs + 3_000, type: 'MOTION' as const },
  { startMs: beginMs + 2_000, endMs: beginMs + 4_000, type: 'SCHEDULE' as const },
  { startMs: beginMs + 4_000, endMs: beginMs + 5_000, type: 'SCHEDULE' as const },
  { startMs: beginMs + 6_000, endMs: 0, type: 'MOTION' as const },
]
const today = { fromMs: beginMs + 500, toMs: Date.now() + HOUR_MS }

let cameraMs = 1_000_000
let camera: PtzCamera
let service: TestService
let plugin: Plugin
let folder: string
let profile: TestProfile
let core: Core
/** The commands that the plugin has heard, but those by which it is found. */
const heard: string[] = []
/** The calls that were sent to the service. */
const called: string[] = []
/** Calls do not reach the service; the plugin still does. */
let isCut = false
const closers: (() => void)[] = []

beforeAll(async () => {
  service = await TestService.start()
  folder = mkdtempSync(join(tmpdir(), 'sightline-plugin-'))
  plugin = await createPlugin({ port: 0, origins: [service.url, service.origin], dataFolder: folder, log: () => {} })
  camera = new PtzCamera({ memory: firstMemory, keep: () => {} }, () => cameraMs)
  await service.connectDevice(gate, [channel(0, { supportFun: ['ptz', 'recordings'] })], {
    ...ptzHandlers(new Map([[0, camera]])),
    'record-log': ({ startMs, endMs }) => ({
      segments: recorded.filter((one) => one.startMs >= startMs && one.startMs < endMs),
      isMore: startMs < beginMs + 2_000,
    }),
    'record-days': ({ month }) => ({ days: [`${month}-07`, `${month}-03`] }),
  })
})
afterAll(async () => {
  await plugin.close()
  await service.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => {
  isCut = false
  profile = new TestProfile()
  camera.act({ act: 'stop' })
})
afterEach(() => {
  for (const close of closers.splice(0).toReversed()) close()
  profile.close()
})

/** A core with one tab, in which this person is signed in, and which has found the plugin. */
async function open(name: PersonName): Promise<void> {
  const ports = nodePorts(profile, { url: service.url, origin: service.origin, pluginPort: plugin.port, clock: systemClock })
  const { fetch: usual, openSocket } = ports
  ports.fetch = (address, init) => {
    if (isCut) return Promise.reject(new TypeError('fetch failed'))
    called.push(new URL(address).pathname)
    return usual(address, init)
  }
  ports.openSocket = (address) => {
    const socket = openSocket(address)
    const send = socket.send.bind(socket)
    socket.send = (data) => {
      const frame = typeof data === 'string' && data.startsWith('<') ? readFrame(data) : undefined
      if (frame?.kind === 'request') heard.push(frame.name)
      send(data)
    }
    return socket
  }
  core = new Core(ports, { build: 'one', generation: 0 }, () => {})
  closers.push(() => core.stop())
  const events: CoreEvent[] = []
  void ports.locks.request('tab', () => new Promise<void>((resolve) => closers.push(resolve)))
  await core.api.attach({ tabId, lockName: 'tab' }, (event) => events.push(event))
  expect(await core.api.signIn(service.person(name))).toMatchObject({ ok: true })
  await expect.poll(() => events.findLast((event) => event.kind === 'state')).toMatchObject({ state: { plugin: { kind: 'loaded' } } })
  heard.length = 0
  called.length = 0
}

const asker = () => ({ asker: { tabId, callId: crypto.randomUUID() } })
const act = (what: PtzAct) => core.api.call(ptzExecute.path, { ...place, act: what }, asker())
const move = { act: 'move', moveId, motion: { pan: 1 / 3, tilt: -0.5 }, speed: 4 } as const
const show = () => core.api.pluginPreview({ ...window, ...place, stream: 'main' })

test('a camera that the plugin shows is moved by the plugin, and one that it does not show by the service', async () => {
  await open('operator')
  expect(await act(move)).toMatchObject({ ok: true, data: { doing: 'moving', index: null } })
  expect([heard, called]).toEqual([[], [ptzExecute.path]])
  await act({ act: 'stop' })

  expect(await show()).toMatchObject({ ok: true })
  heard.length = 0
  called.length = 0
  const { pan } = camera.state().status
  expect(await act(move)).toMatchObject({ ok: true, data: { doing: 'moving', index: null } })
  expect(await core.api.call(ptzRenew.path, { ...place, renewal: { moveId, motion: { pan: 1 }, speed: 2 } }, asker())).toMatchObject({
    ok: true,
  })
  cameraMs += 400
  expect(camera.state().status.pan).toBeGreaterThan(pan)
  expect(await act({ act: 'stop', moveId })).toMatchObject({ ok: true, data: { doing: 'still' } })
  expect(heard.filter((name) => name === 'ptz')).toHaveLength(3)
  expect(called).toEqual([])

  await core.api.pluginStop(window)
  heard.length = 0
  expect(await act(move)).toMatchObject({ ok: true, data: { doing: 'moving' } })
  expect([heard, called]).toEqual([[], [ptzExecute.path]])
})

test('what the camera or the service refuses is refused by the plugin too, and not asked for twice', async () => {
  await open('operator')
  await show()
  called.length = 0
  expect(await act({ act: 'preset-go', index: 77 })).toMatchObject({ ok: false, code: 33029 })
  expect(called).toEqual([])
})

test('while calls do not reach the service, the plugin asks the camera where it looks and moves it', async () => {
  await open('operator')
  isCut = true
  expect(await core.api.call(ptzGet.path, place, asker())).toMatchObject({ ok: true, data: { status: { doing: 'still' } } })
  expect(await act(move)).toMatchObject({ ok: true, data: { doing: 'moving' } })
  expect(heard).toEqual(['transportApi', 'transportApi'])
  await plugin.close()
  expect(await core.api.call(ptzGet.path, place, asker())).toMatchObject({ ok: false, code: 12344 })
  plugin = await createPlugin({ port: 0, origins: [service.url, service.origin], dataFolder: folder, log: () => {} })
})

test('a window is told to play key frames alone, and every picture again', async () => {
  await open('operator')
  expect(await core.api.pluginSetPlayMode({ ...window, playMode: 'keyFramePlay' })).toMatchObject({ ok: false, code: 410 })
  await show()
  for (const playMode of ['keyFramePlay', 'videoPlay'] as const)
    expect(await core.api.pluginSetPlayMode({ ...window, playMode })).toEqual({ ok: true, data: null })
  expect(heard.filter((name) => name === 'SetPlayMode')).toHaveLength(3)
})

test('what a camera recorded until now is asked of the plugin, and told in the words of the service; without the plugin of the service', async () => {
  await open('operator')
  const search = (changes: object = {}) => core.api.call(eventVideoSearch.path, { ...place, ...today, ...changes }, asker())
  const lasting = { startMs: beginMs + 6_000, endMs: expect.any(Number), type: 'MOTION' }
  const segments = [
    { startMs: beginMs + 1_000, endMs: beginMs + 3_000, type: 'MOTION' },
    { startMs: beginMs + 2_000, endMs: beginMs + 5_000, type: 'SCHEDULE' },
    lasting,
  ]
  const answer = await search()
  expect(answer).toEqual({ ok: true, data: { segments, isMore: false, source: 'device' } })
  const told = answer.ok ? (answer.data as OutputOf<typeof eventVideoSearch>).segments : []
  // What is being recorded ends now, however far the question goes.
  expect(told.at(-1)?.endMs).toBeLessThanOrEqual(Date.now())
  expect(heard).toEqual(['searchRECLog', 'searchRECLog'])
  const month = { ...place, month: '2026-11', timeZone: 'UTC' }
  const days = { ok: true, data: { days: ['2026-11-03', '2026-11-07'], source: 'device' } }
  expect(await core.api.call(eventVideoExistDayList.path, month, asker())).toEqual(days)
  expect(heard.at(-1)).toBe('searchRECDate')
  expect(called).toEqual([])
  // What is in the cloud the service alone can say.
  expect(await search({ from: 'cloud' })).toMatchObject({ data: { segments: [], source: 'cloud' } })
  expect(called).toEqual([eventVideoSearch.path])
  // A camera that does not answer the plugin: the service knows its events at least.
  const away = { sn: demoDevices.warehouse.sn, chlIndex: 0, ...today }
  expect(await core.api.call(eventVideoSearch.path, away, asker())).not.toMatchObject({ data: { source: 'device' } })
  await plugin.close()
  await expect.poll(async () => (await search()).ok && called.length > 2).toBe(true)
  plugin = await createPlugin({ port: 0, origins: [service.url, service.origin], dataFolder: folder, log: () => {} })
})

test('what was recorded long ago comes in one answer of the service, and by the plugin while that is out of reach', async () => {
  await open('operator')
  const past = { ...place, fromMs: beginMs + 500, toMs: beginMs + 8_000 }
  const search = () => core.api.call(eventVideoSearch.path, past, asker())
  expect(await search()).toMatchObject({ ok: true, data: { source: 'device' } })
  expect([heard, called]).toEqual([[], [eventVideoSearch.path]])
  isCut = true
  const other = { ...past, fromMs: beginMs + 600 }
  expect(await core.api.call(eventVideoSearch.path, other, asker())).toMatchObject({ ok: true, data: { source: 'device' } })
  expect(heard).toEqual(['searchRECLog', 'searchRECLog'])
})

test('who may only look at live video is told nothing of recordings by the plugin either', async () => {
  await open('guard')
  const answer = await core.api.call(eventVideoSearch.path, { ...place, ...today }, asker())
  expect(answer).toMatchObject({ ok: false, code: 5000 })
  expect(heard).toContain('searchRECLog')
})
