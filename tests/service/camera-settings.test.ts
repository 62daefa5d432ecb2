import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { configDeviceGet } from '#contract/calls/device/config-device-get.ts'
import { configDeviceSet } from '#contract/calls/device/config-device-set.ts'
import { eventSearchList } from '#contract/calls/event/event-search-list.ts'
import { siteChannelList } from '#contract/calls/device/site-channel-list.ts'
import type { CameraChange, CameraSettings, PictureLine } from '#contract/camera-settings.ts'
import { codeOf } from '#contract/errors.ts'
import type { EventKind } from '#contract/event-attributes.ts'
import type { StreamKind } from '#contract/enums.ts'
import type { MediaUnit } from '#contract/media.ts'
import { paintText } from '#device/codec/paint.ts'
import { LineWatch } from '#device/simulator/motion/line-watch.ts'
import { crossingsOf, readTracks } from '#device/simulator/motion/tracks.ts'
import { framesIn } from '#tests/support/ffmpeg.ts'
import { MediaViewer } from '#tests/support/media-viewer.ts'
import { TestService } from '#tests/support/service.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'
import { SimulatedFleet } from '#tests/support/simulated-fleet.ts'

const DAY_MS = 86_400_000
const SILENT_MS = 11_000
const LOOP_MS = 36_000
const PLANS = ['gate', 'parking-visitors']
let service: TestService
let admin: ServiceClient
let simulated: SimulatedFleet
let sn: string
let movingSn: string
let channelsOpened = 0

beforeAll(async () => {
  service = await TestService.start()
  admin = await service.signIn('admin')
  simulated = await SimulatedFleet.start(service, admin, PLANS)
  sn = simulated.fleet.devices[0]?.sn ?? ''
  movingSn = simulated.fleet.devices[1]?.sn ?? ''
})
afterAll(async () => {
  await simulated.stop()
  await service.close()
})

async function read(device = sn): Promise<CameraSettings> {
  const { section, value } = await admin.call(configDeviceGet, { sn: device, section: 'camera' })
  return section === 'camera' ? value : expect.unreachable()
}
async function change(what: Omit<CameraChange, 'chlIndex'>, device = sn): Promise<CameraSettings> {
  const answer = await admin.call(configDeviceSet, { sn: device, change: { section: 'camera', value: { chlIndex: 0, ...what } } })
  return answer.section === 'camera' ? answer.value : expect.unreachable()
}
const fieldRefused = async (what: Omit<CameraChange, 'chlIndex'>) => {
  const { code, detail } = await admin.failure(configDeviceSet, { sn, change: { section: 'camera', value: { chlIndex: 0, ...what } } })
  return { code, detail }
}
async function restart(): Promise<void> {
  await simulated.stop()
  simulated = await SimulatedFleet.again(service, PLANS)
}

interface Watched {
  codec: string
  width: number
  height: number
  hasSound: boolean
  units: MediaUnit[]
}
/** What comes of a stream: so many pictures that are shown, and what is said of them. */
async function watched(pictures: number, stream: StreamKind = 'sub', device = sn): Promise<Watched> {
  const viewer = await MediaViewer.open(admin)
  const channel = ++channelsOpened
  viewer.send({ op: 'open', channel, sn: device, chlIndex: 0, stream, decodesH265: true })
  // What was shown before a change may still come first.
  const seen = () => {
    const since = viewer.heard.findLastIndex((one) => one.kind === 'config' && one.message.channel === channel)
    const units = viewer.heard.slice(since).flatMap((one) => (one.kind === 'unit' && one.unit.channel === channel ? [one.unit] : []))
    return since === -1 ? [] : units.filter(({ kind }) => kind === 'video')
  }
  await viewer.until(() => seen().filter(({ isPreroll }) => !isPreroll).length >= pictures, `${pictures} pictures`)
  const config = viewer.controls(channel).findLast(({ op }) => op === 'config')
  viewer.close()
  if (config?.op !== 'config') expect.unreachable()
  const { codec, width, height, sound } = config
  return { codec, width, height, hasSound: sound !== undefined, units: seen() }
}

interface Picture {
  data: Uint8Array
  width: number
  height: number
}
/** The brightness of each picture of these units, as a decoder shows it. */
async function lumas(units: readonly Pick<MediaUnit, 'data'>[], codec: string): Promise<Picture[]> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-look-'))
  try {
    const file = join(folder, codec.startsWith('avc1') ? 'clip.h264' : 'clip.h265')
    await writeFile(file, Buffer.concat(units.map(({ data }) => data)))
    const frames = await framesIn(file, { kind: 'video', filters: 'scale=640:360,format=gray' })
    return frames.map(({ data }) => ({ data, width: 640, height: 360 }))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
/** The last of them. */
const luma = async (units: readonly Pick<MediaUnit, 'data'>[], codec: string) => (await lumas(units, codec)).at(-1) ?? expect.unreachable()
const brightness = ({ data, width, height }: Picture, x: number, y: number) =>
  data[Math.round(y * height) * width + Math.round(x * width)] ?? -1
/** How light a place ever is in them: what is dark drives through the scene too, and is gone again in a second. */
const lightest = (pictures: readonly Picture[], x: number, y: number) => Math.max(...pictures.map((picture) => brightness(picture, x, y)))

/** What share of a line's dots is light where the text has them and dark where not. */
function likeText({ data, width, height }: Picture, text: string, line: number): number {
  const wanted = { data: new Uint8Array((width * height * 3) / 2).fill(128), width, height }
  paintText(wanted, text, line)
  let [right, all] = [0, 0]
  for (let at = 0; at < width * height; at += 1) {
    const sample = wanted.data[at] ?? 128
    if (sample === 128) continue
    all += 1
    if ((data[at] ?? 0) > 128 === sample > 128) right += 1
  }
  return right / all
}

const [left, right] = [
  [
    { x: 0.1, y: 0.5 },
    { x: 0.35, y: 0.5 },
    { x: 0.35, y: 0.95 },
    { x: 0.1, y: 0.95 },
  ],
  [
    { x: 0.6, y: 0.3 },
    { x: 0.9, y: 0.3 },
    { x: 0.75, y: 0.6 },
  ],
]
const small = { stream: 'sub', codec: 'H264', width: 320, height: 180, fps: 5, kbps: 200, keyDistance: 10 } as const
const week = { continuous: [{ day: 1, fromMinute: 480, toMinute: 1080 }], events: [{ day: 6, fromMinute: 0, toMinute: 1440 }] }
const settings: [string, Omit<CameraChange, 'chlIndex'>][] = [
  ['size, rate, bit rate and key distance', { streams: [small] }],
  ['codec', { streams: [{ ...small, codec: 'H265' }] }],
  ['sound', { hasSound: false }],
  ['overlay', { overlay: { text: 'Gate 1', hasTime: true } }],
  ['light', { imaging: { brightness: 70, contrast: 40, saturation: 0 } }],
  ['masks', { masks: [left, right] }],
  ['motion', { motion: { areas: [left], lines: [{ from: { x: 0.1, y: 0.1 }, to: { x: 0.9, y: 0.9 }, direction: 'to-left' }] } }],
]

/** What the camera says of what is named, without what it could be set to. */
function named({ streams = [], masks, motion, ...rest }: CameraSettings, what: Omit<CameraChange, 'chlIndex'>): unknown {
  const told = {
    ...rest,
    streams: streams.flatMap(({ choices: _choices, ...stream }) =>
      what.streams?.some((one) => one.stream === stream.stream) ? [stream] : [],
    ),
    masks: masks?.list,
    motion: motion && { areas: motion.areas, lines: motion.lines },
  }
  return Object.fromEntries(Object.keys(what).map((name) => [name, Reflect.get(told, name)]))
}

test('each setting of picture and sound is taken, read back, and kept over a restart of the camera', async () => {
  for (const [, what] of settings) {
    expect(named(await change(what), what)).toEqual(what)
    expect(named(await read(), what)).toEqual(what)
  }
  const before = await read()
  const recording = { chlIndex: 0, mode: 'schedule', plan: week, keep: { days: 5, gigabytes: 1.5 } } as const
  await admin.call(configDeviceSet, { sn, change: { section: 'recording', value: recording } })
  await restart()
  expect(await read()).toEqual(before)
  const { value } = await admin.call(configDeviceGet, { sn, section: 'recording' })
  expect(value).toMatchObject({ channels: [recording], timeZone: 'Europe/Amsterdam' })
  await admin.call(configDeviceSet, { sn, change: { section: 'recording', value: { chlIndex: 0, mode: 'continuous' } } })
  const { channels } = await admin.call(siteChannelList, {})
  const { capability } = channels.find((channel) => channel.sn === sn) ?? expect.unreachable()
  expect(JSON.stringify(capability)).toContain('hev1')
})

test('what the camera cannot show it refuses, and says which value it is', async () => {
  expect(await fieldRefused({ streams: [{ ...small, fps: 60 }] })).toEqual({ code: 33023, detail: { field: 'streams.0.fps' } })
  expect(await fieldRefused({ streams: [{ ...small, width: 333 }] })).toEqual({ code: 33023, detail: { field: 'streams.0.width' } })
  expect(await fieldRefused({ overlay: { text: '大门', hasTime: false } })).toEqual({ code: 33023, detail: { field: 'overlay.text' } })
  expect(await fieldRefused({ imaging: { sharpness: 10 } })).toEqual({ code: 33023, detail: { field: 'imaging.sharpness' } })
  const other = { sn, change: { section: 'camera', value: { chlIndex: 7, hasSound: true } } } as const
  expect((await admin.failure(configDeviceSet, other)).code).toBe(33029)
})

test('the stream is what it was told to be: codec, size, rate, key frames, sound, text and masks, now and in what was recorded', async () => {
  await change({
    masks: [],
    overlay: { text: '', hasTime: false },
    imaging: { brightness: 50, contrast: 50, saturation: 50 },
    hasSound: true,
  })
  await change({ streams: [small] })
  const plain = await watched(12)
  expect(plain).toMatchObject({ width: 320, height: 180, hasSound: true })
  expect(plain.codec).toMatch(/^avc1/)
  const shown = plain.units.filter(({ isPreroll }) => !isPreroll)
  const keys = shown.flatMap(({ isKey }, index) => (isKey ? [index] : []))
  expect(keys.slice(1).map((key, index) => key - (keys[index] ?? 0))).toEqual(keys.slice(1).map(() => small.keyDistance))
  const seconds = ((shown.at(-1)?.captureMs ?? 0) - (shown[0]?.captureMs ?? 0)) / 1_000
  expect((shown.length - 1) / seconds).toBeCloseTo(small.fps, 1)
  const bytes = plain.units.reduce((sum, { data }) => sum + data.length, 0)
  expect((bytes * 8) / 1_000 / seconds).toBeLessThan(1.5 * small.kbps)
  expect(lightest(await lumas(plain.units, plain.codec), 0.2, 0.7)).toBeGreaterThan(30)

  const maskedMs = Date.now()
  await change({
    streams: [{ ...small, codec: 'H265' }],
    hasSound: false,
    masks: [left, right],
    overlay: { text: 'Gate 1 west', hasTime: true },
  })
  const masked = await watched(4)
  expect(masked).toMatchObject({ width: 320, height: 180, hasSound: false })
  expect(masked.codec).toMatch(/^hev1/)
  const pictures = await lumas(masked.units, masked.codec)
  const picture = pictures.at(-1) ?? expect.unreachable()
  for (const [x, y] of [
    [0.2, 0.7],
    [0.12, 0.92],
    [0.75, 0.4],
  ] as const)
    expect(brightness(picture, x, y)).toBeLessThan(24)
  expect(lightest(pictures, 0.62, 0.58)).toBeGreaterThan(24)
  expect(likeText(picture, 'Gate 1 west', 0)).toBeGreaterThan(0.93)
  const at = new Date(masked.units.at(-1)?.captureMs ?? 0)
  const clock = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone: 'Europe/Amsterdam' }).format(at)
  expect(likeText(picture, clock, 1)).toBeGreaterThan(0.93)

  // What was recorded before shows what was not hidden then; what was recorded since hides it for good, whatever is shown now.
  const openedMs = Date.now()
  await change({ streams: [small], masks: [], overlay: { text: '', hasTime: false } })
  const viewer = await MediaViewer.open(admin)
  const part = { sn, chlIndex: 0, stream: 'sub' } as const
  const piece = async (channel: number, startMs: number, endMs: number) => {
    const end = await viewer.past({ channel, ...part, startMs, endMs })
    return { end, units: viewer.units(channel).filter(({ kind }) => kind === 'video') }
  }
  const hidden = await piece(901, maskedMs + 200, openedMs - 100)
  expect(hidden.units.length).toBeGreaterThan(1)
  expect(brightness(await luma(hidden.units, 'hev1'), 0.2, 0.7)).toBeLessThan(24)
  const open = await piece(902, maskedMs - 2_000, openedMs)
  expect(open.end).toMatchObject({ op: 'past-end' })
  expect(lightest(await lumas(open.units, 'avc1'), 0.2, 0.7)).toBeGreaterThan(30)
  expect(Math.max(...open.units.map(({ captureMs }) => captureMs))).toBeLessThan(maskedMs + 500)
  viewer.close()
})

test('a viewer who is watching sees the change, and one who decodes no H.265 is sent H.264', async () => {
  const viewer = await MediaViewer.open(admin)
  viewer.openChannel(950, sn, 0, 'sub')
  await viewer.until(() => viewer.units(950).length > 3, 'pictures')
  await change({ streams: [{ ...small, codec: 'H265', width: 480, height: 270 }] })
  const told = () => viewer.lastControl(950)
  await viewer.until(() => told()?.op === 'config' && JSON.stringify(told()).includes('480'), 'the new size')
  expect(told()).toMatchObject({ op: 'config', width: 480, height: 270, codec: expect.stringMatching(/^avc1/) })
  viewer.close()
})

test('a camera that moves is told as well @deep', async () => {
  await change({ overlay: { text: 'Dome', hasTime: false }, masks: [left] }, movingSn)
  const { codec, units } = await watched(3, 'sub', movingSn)
  const picture = await luma(units, codec)
  expect(likeText(picture, 'Dome', 0)).toBeGreaterThan(0.93)
  expect(brightness(picture, 0.2, 0.7)).toBeLessThan(24)
})

test('what is outside of the areas is not told, and who crosses a line in its direction is', async () => {
  const countOf = async (kind: EventKind) => {
    const found = await admin.call(eventSearchList, {
      fromMs: service.now - DAY_MS,
      toMs: Date.now() + DAY_MS,
      kinds: [kind],
      pageSize: 100,
    })
    return found.events.length
  }
  const corner = [
    { x: 0, y: 0 },
    { x: 0.05, y: 0 },
    { x: 0, y: 0.05 },
  ]
  await change({ motion: { areas: [corner], lines: [] } })
  const tell = (kind: string) => () => simulated.tell(kind, 'Gate 1 – entry')
  expect(tell('motion')).toThrow('outside of the areas')
  expect(tell('plate')).toThrow('outside of the areas')
  expect(await countOf('motion')).toBe(0)
  const everywhere = [
    { x: 0, y: 0 },
    { x: 1, y: 0 },
    { x: 1, y: 1 },
    { x: 0, y: 1 },
  ]
  await change({ motion: { areas: [everywhere], lines: [] } })
  tell('motion')()
  await expect.poll(() => countOf('motion')).toBe(1)

  // Cars come in from the far side of the street: downwards, to the right of a line that goes across.
  const across = { from: { x: 0.4, y: 0.75 }, to: { x: 0.8, y: 0.75 } }
  const crossed = async (direction: PictureLine['direction']) => {
    await change({ motion: { areas: [], lines: [{ ...across, direction }] } })
    const [camera = expect.unreachable()] = simulated.fleet.cameras
    const { loop } = camera
    const before = await countOf('line-crossing')
    const startMs = loop.captureMs(Math.ceil(loop.newestAt(Date.now()) / loop.clip.frames) * loop.clip.frames) - LOOP_MS
    const watch = new LineWatch([camera], startMs)
    for (let nowMs = startMs; nowMs <= startMs + LOOP_MS; nowMs += 200) watch.run(nowMs)
    return { before, wanted: crossingsOf(readTracks('gate'), { ...across, direction }).length }
  }
  const out = await crossed('to-left')
  expect(out.wanted).toBe(0)
  const into = await crossed('to-right')
  expect(into.wanted).toBe(3)
  await expect.poll(() => countOf('line-crossing'), { timeout: 10_000 }).toBe(into.before + into.wanted)
})

test('a camera that goes away in the middle of a change says so, one that never answers too, and both keep what they had', async () => {
  const before = await read()
  const wish = { sn, change: { section: 'camera', value: { chlIndex: 0, overlay: { text: 'Lost', hasTime: false } } } } as const
  const fail = (how: string) => simulated.commander.obey({ command: 'fail', device: 'Gate 1 – entry', how, times: 1 })
  fail('refuse')
  expect((await admin.failure(configDeviceSet, wish)).code).toBe(codeOf('device-command-failed'))
  fail('silent')
  const silent = admin.failure(configDeviceSet, wish)
  let answered: number | undefined
  void silent.then(({ code }) => (answered = code))
  const wait = () => {
    service.advance(SILENT_MS)
    return answered
  }
  await expect.poll(wait, { interval: 300, timeout: 10_000 }).toBe(codeOf('device-silent'))
  fail('away')
  expect((await admin.failure(configDeviceSet, wish)).code).toBe(codeOf('device-went-away'))
  await expect
    .poll(
      () =>
        read().then(
          ({ overlay }) => overlay,
          () => undefined,
        ),
      { timeout: 20_000 },
    )
    .toEqual(before.overlay)
})
