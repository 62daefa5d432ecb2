import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventVideoExistDayList } from '#contract/calls/event/event-video-exist-day-list.ts'
import { eventVideoSearch } from '#contract/calls/event/event-video-search.ts'
import { MOST_SEGMENTS, type CommandRequest, type RecordSegment } from '#contract/device-commands.ts'
import { GATEWAY_PATH } from '#contract/device-gateway.ts'
import { limits } from '#contract/limits.ts'
import type { CommandHandlers } from '#device/agent/command-handlers.ts'
import type { Clip } from '#device/simulator/clip.ts'
import { ClipLoop } from '#device/simulator/clip-loop.ts'
import { Pacer } from '#device/simulator/pacer.ts'
import { SimulatedDevice } from '#device/simulator/simulated-device.ts'
import { SimulatedSource } from '#device/simulator/simulated-source.ts'
import { drawEventId } from '#server/events/event-id.ts'
import { OTHER_DEVICE } from '#tests/support/other-organization.ts'
import { recorderStand } from '#tests/support/record-clip.ts'
import { counterClip } from '#tests/support/recording-camera.ts'
import { report, waitForEvents } from '#tests/support/seen-events.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'
import { channel, demoDevices, TestService } from '#tests/support/service.ts'
import { until } from '#tests/support/until.ts'

const { gate, warehouse, shop } = demoDevices
const HOUR_MS = 3_600_000
const SECOND = 15
let service: TestService
let admin: ServiceClient

beforeAll(async () => {
  service = await TestService.start()
  admin = await service.signIn('admin')
})
afterAll(() => service.close())

const camera = { sn: warehouse.sn, chlIndex: 0 }
const spanOf = (fromMs: number, toMs: number) => ({ ...camera, fromMs, toMs })

/** Connects the recorder of the warehouse with these answers, for as long as the work takes. */
async function withRecorder<T>(commands: CommandHandlers, work: () => Promise<T>): Promise<T> {
  const agent = await service.connectDevice(warehouse, [channel(0)], commands)
  try {
    return await work()
  } finally {
    await agent.stop()
  }
}

test('what a recorder keeps all the time is found, to its last second, and what it saw meanwhile', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-search-'))
  const clip: Clip = { ...counterClip(), happenings: [4_000, 14_000].map((atMs) => ({ atMs, kind: 'person' })) }
  const loop = new ClipLoop(clip, 0)
  const pacer = new Pacer()
  const device = new SimulatedDevice({
    device: { plan: 'recorder', ...gate },
    model: 'SL-NVR-08',
    channels: [channel(0, { supportFun: ['recordings'] })],
    loops: [loop],
    source: new SimulatedSource([{ main: loop, sub: loop }], pacer),
    ptzChannels: [],
    pacer,
    dataFolder: folder,
    url: service.url.replace('http', 'ws') + GATEWAY_PATH,
    log: () => {},
  })
  device.agent.start()
  await device.agent.firstAttempt
  const toMs = Date.now() - HOUR_MS
  const question = { sn: gate.sn, chlIndex: 0, fromMs: toMs - HOUR_MS, toMs }
  const { segments, isMore, source } = await admin.call(eventVideoSearch, question)
  expect([source, isMore]).toEqual(['device', false])
  expect(segments.filter(({ type }) => type === 'SCHEDULE')).toEqual([{ startMs: question.fromMs, endMs: toMs, type: 'SCHEDULE' }])
  // Once each time that the clip shows it, though no answer of the device holds so many.
  const loopMs = (clip.frames / clip.fps) * 1000
  const smart = segments.filter(({ type }) => type === 'SMART_MOTION')
  expect(Math.abs(smart.length - (2 * HOUR_MS) / loopMs)).toBeLessThanOrEqual(2)
  expect(smart.length).toBeGreaterThan(MOST_SEGMENTS)
  expect((await admin.call(eventVideoSearch, { ...question, types: ['PLATE'] })).segments).toEqual([])
  const month = new Date(toMs).toISOString().slice(0, 7)
  const days = await admin.call(eventVideoExistDayList, { sn: gate.sn, chlIndex: 0, month, timeZone: 'UTC' })
  expect(days.source).toBe('device')
  expect(days.days).toContain(new Date(toMs).toISOString().slice(0, 10))
  await device.agent.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('what was recorded by hand, at the till and by a sensor is found, over several answers of the device, and what is being recorded ends now', async () => {
  const endMs = Date.now()
  const startMs = endMs - HOUR_MS
  const kept: RecordSegment[] = [
    { startMs, endMs: startMs + 60_000, type: 'MANUAL' },
    { startMs: startMs + 60_000, endMs: startMs + 90_000, type: 'MANUAL' },
    { startMs: startMs + 100_000, endMs: startMs + 110_000, type: 'POS' },
    { startMs: startMs + 120_000, endMs: startMs + 130_000, type: 'SENSOR' },
    { startMs: endMs - 30_000, endMs: 0, type: 'MANUAL' },
  ]
  const asked: CommandRequest<'record-log'>[] = []
  const log: CommandHandlers = {
    'record-log': (request) => {
      asked.push(request)
      const found = kept.filter(
        (one) =>
          (one.endMs === 0 || one.endMs > request.startMs) && one.startMs < request.endMs && (request.types?.includes(one.type) ?? true),
      )
      return { segments: found.slice(0, 2), isMore: found.length > 2 }
    },
  }
  await withRecorder(log, async () => {
    const toMs = service.now + 60_000
    const { segments, isMore, source } = await admin.call(eventVideoSearch, spanOf(startMs, toMs))
    expect([isMore, source]).toEqual([false, 'device'])
    expect(segments.map(({ type, startMs: from, endMs: to }) => [type, from - startMs, to - from])).toEqual([
      ['MANUAL', 0, 90_000],
      ['POS', 100_000, 10_000],
      ['SENSOR', 120_000, 10_000],
      ['MANUAL', HOUR_MS - 30_000, expect.closeTo(30_000, -4)],
    ])
    expect(segments.at(-1)?.endMs).toBeLessThanOrEqual(service.now)
    expect(asked.length).toBeGreaterThan(1)
    const pos = await admin.call(eventVideoSearch, { ...spanOf(startMs, toMs), types: ['POS'] })
    expect(pos.segments).toMatchObject([{ type: 'POS' }])
    expect(asked.at(-1)?.types).toEqual(['POS'])
  })
})

test('a device with more than anybody looks at is asked a dozen times, and the answer says that there is more', async () => {
  let asked = 0
  const log: CommandHandlers = {
    'record-log': ({ startMs }) => {
      asked += 1
      return {
        segments: [0, 1].map((at) => ({ startMs: startMs + at * 1_000, endMs: startMs + at * 1_000 + 500, type: 'MOTION' })),
        isMore: true,
      }
    },
  }
  await withRecorder(log, async () => {
    const found = await admin.call(eventVideoSearch, spanOf(service.now - HOUR_MS, service.now))
    expect([asked, found.isMore, found.source, found.segments.length]).toEqual([12, true, 'device', 13])
  })
})

test('of a device that is away, cannot say or is silent there are the times around its events, and the answer says so', async () => {
  const atMs = service.now - 60_000
  const toMs = service.now
  const agent = await service.connectDevice(warehouse, [channel(0)])
  report(agent, { event: 'input' }, atMs)
  await waitForEvents(admin, 1, service.now)
  const around = { segments: [{ startMs: atMs - 5_000, endMs: atMs + 10_000, type: 'SENSOR' }], isMore: false, source: 'events' }
  const question = spanOf(toMs - HOUR_MS, toMs)
  expect(await admin.call(eventVideoSearch, question)).toEqual(around)
  await agent.stop()
  await expect.poll(() => admin.call(eventVideoSearch, question)).toEqual(around)
  const day = (timeZone: string) => new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(atMs)
  for (const timeZone of ['UTC', 'Pacific/Kiritimati', 'America/Los_Angeles']) {
    const month = day(timeZone).slice(0, 7)
    expect(await admin.call(eventVideoExistDayList, { ...camera, month, timeZone })).toEqual({ days: [day(timeZone)], source: 'events' })
  }
  let isAsked = false
  const silent: CommandHandlers = {
    'record-log': () => {
      isAsked = true
      return new Promise(() => {})
    },
  }
  await withRecorder(silent, async () => {
    const asking = admin.call(eventVideoSearch, question)
    await until('the device is asked', () => isAsked)
    service.advance(limits.deviceCommandMs + 1_000)
    expect(await asking).toEqual(around)
  })
})

test('days are those of the zone that is asked for, also where its clocks change, of recordings and of events', async () => {
  // The last half hour of a day that has 25 hours, and the first of one that has 23.
  const moments = ['2025-03-29T23:10:00Z', '2025-10-26T22:40:00Z'].map((text) => Date.parse(text))
  const { recorder, folder, channel: channelOf } = await recorderStand()
  const bridge = channelOf('SLYARD0001')
  bridge.camera.nowMs = moments[0] ?? 0
  bridge.camera.open()
  for (const atMs of moments) {
    bridge.camera.nowMs = atMs
    bridge.camera.film(20 * SECOND)
  }
  await bridge.channel.stop()
  const days = async (month: string, timeZone: string) => {
    const { days: found, source } = await admin.call(eventVideoExistDayList, { ...camera, month, timeZone })
    return [source, ...found]
  }
  const check = async (source: string) => {
    expect(await days('2025-03', 'Europe/Amsterdam')).toEqual([source, '2025-03-30'])
    expect(await days('2025-03', 'UTC')).toEqual([source, '2025-03-29'])
    expect(await days('2025-10', 'Europe/Amsterdam')).toEqual([source, '2025-10-26'])
    expect(await days('2025-10', 'Asia/Shanghai')).toEqual([source, '2025-10-27'])
    expect(await days('2025-09', 'Europe/Amsterdam')).toEqual([source])
  }
  await withRecorder(bridge.channel.commands, () => check('device'))
  await recorder.close()
  rmSync(folder, { recursive: true, force: true })

  const place = {
    organization_id: 'harbor-logistics',
    site_id: 'harbor-warehouse',
    sn: warehouse.sn,
    chl_index: 0,
    site_name: '',
    source_name: '',
  }
  const seen = { kind: 'motion' as const, traits: 0, plate: null, plate_key: null, attributes_json: '{}', snapshot_key: null }
  const rows = moments.flatMap((atMs) => [0, 60_000, 120_000].map((later) => ({ id: drawEventId(atMs + later), ...place, ...seen })))
  await service.edit((db) => db.insertInto('event').values(rows).execute())
  await expect.poll(() => days('2025-03', 'UTC')).toEqual(['events', '2025-03-29'])
  await check('events')
})

test('nobody learns what was recorded without the right, of a camera of others, or in a zone that nobody knows', async () => {
  const [guard, operator] = [await service.signIn('guard'), await service.signIn('operator')]
  const month = { month: '2025-10', timeZone: 'UTC' }
  const span = { fromMs: 1_000, toMs: 2_000 }
  for (const from of ['local', 'cloud'] as const) {
    const codes = [
      await guard.failure(eventVideoSearch, { sn: gate.sn, chlIndex: 0, ...span, from }),
      await guard.failure(eventVideoExistDayList, { sn: gate.sn, chlIndex: 0, ...month, from }),
      await operator.failure(eventVideoSearch, { sn: shop.sn, chlIndex: 0, ...span, from }),
      await operator.failure(eventVideoExistDayList, { sn: shop.sn, chlIndex: 0, ...month, from }),
      await admin.failure(eventVideoExistDayList, { sn: OTHER_DEVICE.sn, chlIndex: 0, ...month, from }),
      await admin.failure(eventVideoExistDayList, { ...camera, ...month, timeZone: 'Mars/Olympus', from }),
      await admin.failure(eventVideoExistDayList, { ...camera, ...month, month: '2025-13', from }),
    ]
    expect(codes.map(({ code }) => code)).toEqual([5000, 5000, 33005, 33005, 33005, 1000, 1000])
  }
})
