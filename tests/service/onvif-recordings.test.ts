import { X509Certificate } from 'node:crypto'
import { generate } from 'selfsigned'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { deviceBind } from '#contract/calls/device/device-bind.ts'
import { eventVideoSearch } from '#contract/calls/event/event-video-search.ts'
import { CameraPast } from '#device/bridge/onvif/camera-past.ts'
import { OnvifClient } from '#device/bridge/onvif/client.ts'
import { parseOnvifUrl } from '#device/bridge/onvif/onvif-url.ts'
import { BridgeStand } from '#tests/support/bridge-stand.ts'
import { MediaViewer } from '#tests/support/media-viewer.ts'
import { addOnvifCamera } from '#tests/support/onvif/add-onvif-camera.ts'
import { OnvifTestCamera } from '#tests/support/onvif/onvif-camera.ts'
import { ReplayServer } from '#tests/support/onvif/replay-server.ts'
import { countingClip, numberOf } from '#tests/support/record-clip.ts'
import { aac } from '#tests/support/test-sound.ts'

const FPS = 15
const MINUTE_MS = 60_000
/** Of the clip, in which every picture is another one. */
const clip = countingClip()
const account = { username: 'viewer', password: 'pa55:word' }
/** The clock of the camera is wrong by an hour. */
const AHEAD_MS = 60 * MINUTE_MS
const nowMs = Math.floor(Date.now() / 1000) * 1000
/** By our clock: what the camera recorded of itself yesterday, in two parts. */
const first = { fromMs: nowMs - 600 * MINUTE_MS, untilMs: nowMs - 598 * MINUTE_MS }
const second = { fromMs: nowMs - 500 * MINUTE_MS, untilMs: nowMs - 499 * MINUTE_MS }
/** Of the day before, with a gap in it, and right behind it another one with its sound, which is played over TLS alone. */
const third = { fromMs: nowMs - 1_900 * MINUTE_MS, untilMs: nowMs - 1_898 * MINUTE_MS }
const fourth = { fromMs: third.untilMs, untilMs: third.untilMs + MINUTE_MS }
/** The day before that: whoever asks for it is sent on, to another port of the camera. */
const fifth = { fromMs: nowMs - 3_000 * MINUTE_MS, untilMs: nowMs - 2_999 * MINUTE_MS }
const gap = { fromMs: third.fromMs + 30_000, untilMs: third.fromMs + 50_000 }
const sound = aac(2)
/** Nearer to the end of one recording than the camera's clock may be off, it is not told of which a picture is. */
const AWAY_MS = 1_500
const byCamera = ({ fromMs, untilMs }: typeof first) => ({ fromMs: fromMs + AHEAD_MS, untilMs: untilMs + AHEAD_MS })

let stand: BridgeStand
let camera: OnvifTestCamera
let replays: ReplayServer[]
let inParts: ReplayServer
let overTls: ReplayServer
let moved: ReplayServer
let viewer: MediaViewer
let sn: string
let next = 0

beforeAll(async () => {
  stand = await BridgeStand.start({ cameras: [{ path: '/yard', clip, fps: FPS }] })
  const replayOf = (part: typeof first) => ReplayServer.open({ clip, fps: FPS, account, ...byCamera(part) })
  replays = [await replayOf(first), await replayOf(second)]
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'camera' }], { keyType: 'ec' })
  inParts = await ReplayServer.open({ clip, fps: FPS, account, ...byCamera(third), sound, gaps: [byCamera(gap)] })
  overTls = await ReplayServer.open({ clip, fps: FPS, account, ...byCamera(fourth), sound, tls: { key, cert } })
  const behind = await replayOf(fifth)
  moved = await ReplayServer.open({ clip, fps: FPS, account, ...byCamera(fifth), movedTo: behind.url })
  replays.push(behind)
  const shape = { encoding: 'H264', width: 640, height: 360, fps: FPS } as const
  camera = await OnvifTestCamera.open({
    name: 'Yard',
    serial: 'yard-1',
    account,
    clockAheadMs: AHEAD_MS,
    profiles: [
      { token: 'main', name: 'main', streamUrl: stand.rtsp.url('/yard'), ...shape },
      { token: 'other', name: 'other', streamUrl: stand.rtsp.url('/yard'), source: 'sensor-2', ...shape },
    ],
    recordings: [
      { token: 'other', source: 'sensor-2', ...byCamera({ fromMs: second.untilMs, untilMs: nowMs }), replayUrl: replays[0]?.url ?? '' },
      { token: 'one', ...byCamera(first), replayUrl: replays[0]?.url ?? '' },
      { token: 'two', ...byCamera(second), replayUrl: replays[1]?.url ?? '' },
      { token: 'three', ...byCamera(third), gaps: [byCamera(gap)], replayUrl: inParts.url },
      { token: 'five', ...byCamera(fifth), replayUrl: moved.url },
      { token: 'four', ...byCamera(fourth), gaps: [], replayUrl: overTls.url },
    ],
  })
  const identity = await addOnvifCamera(stand.service.folder, camera, { certificate: new X509Certificate(cert).fingerprint256 })
  sn = identity.sn
  await stand.startBridge()
  await stand.admin.call(deviceBind, { ...identity, siteId: 'harbor-gate' })
  await vi.waitFor(() => expect(camera.requests).toContain('GetRecordingSearchResults'), 10_000)
  viewer = await MediaViewer.open(stand.admin)
})
afterAll(async () => {
  viewer.close()
  await camera.goAway()
  await Promise.all([...replays, inParts, overTls, moved].map((replay) => replay.close()))
  await stand.close()
})

/** Plays a part of what the camera keeps, so many ms from its begin on. */
async function played(part: typeof first, from: number, to: number, pictures: 'all' | 'key' = 'all') {
  next += 1
  const piece = { sn, chlIndex: 0, stream: 'main', startMs: part.fromMs + from, endMs: part.fromMs + to, pictures } as const
  const end = await viewer.past({ channel: next, ...piece })
  const units = viewer.units(next).filter(({ kind }) => kind === 'video')
  const shown = units.filter(({ isPreroll }) => !isPreroll)
  const times = shown.map(({ captureMs }) => Math.round(captureMs - part.fromMs))
  return {
    end,
    isFirstKey: units[0]?.isKey,
    numbers: shown.map(({ data }) => numberOf(data)),
    times,
    prerolls: units.length - shown.length,
  }
}

test('what a camera has recorded itself is found, by our clock, and nothing of its other sensor', async () => {
  const span = { sn, chlIndex: 0, fromMs: first.fromMs - 10 * MINUTE_MS, toMs: second.untilMs + 10 * MINUTE_MS }
  await expect
    .poll(async () => (await stand.admin.call(eventVideoSearch, span)).segments.map(({ startMs, endMs }) => [startMs, endMs]))
    .toEqual([first, second].map(({ fromMs, untilMs }) => [Math.round(fromMs), Math.round(untilMs)]).map((times) => times.map(expectNear)))
  expect(camera.requests).toEqual(expect.arrayContaining(['GetRecordingSummary', 'FindRecordings', 'GetRecordingSearchResults']))
})

/** The camera tells its time in whole seconds. */
function expectNear(wantedMs: number) {
  return expect.toSatisfy((foundMs: number) => Math.abs(foundMs - wantedMs) <= 1_500)
}

test('it is played by its counter, from the key frame before the moment to the end, and no picture is missing', async () => {
  const found = await played(first, 10_500, 20_500)
  expect(found).toMatchObject({ end: { op: 'past-end' }, isFirstKey: true })
  expect(found.numbers.length).toBeGreaterThanOrEqual(10 * FPS - 1)
  const [firstNumber = 0] = found.numbers
  const steps = found.numbers
    .slice(1)
    .map((number = 0, index) => (number - (found.numbers[index] ?? 0) + clip.pictures.length) % clip.pictures.length)
  expect(new Set(steps)).toEqual(new Set([1]))
  expect(firstNumber).toBeGreaterThan(0)
  expect(replays[0]?.played.at(-1)?.frames).toBe('all')
})

test('who looks through it gets key frames alone, and a part that ends is played up to there', async () => {
  const keys = await played(second, 0, 30_000, 'key')
  expect(keys.end).toMatchObject({ op: 'past-end' })
  expect(keys.numbers.length).toBeGreaterThanOrEqual(14)
  expect(replays[1]?.played.at(-1)?.frames).toBe('intra')
  const last = await played(second, 50_000, 70_000)
  expect(last.end).toMatchObject({ op: 'past-end' })
  expect(last.numbers.length).toBeGreaterThanOrEqual(8 * FPS)
  expect(last.numbers.length).toBeLessThanOrEqual(12 * FPS)
})

test('a gap within a recording is told, and what stands behind it is played on', async () => {
  const span = { sn, chlIndex: 0, fromMs: third.fromMs - MINUTE_MS, toMs: third.fromMs + 80_000 }
  await expect
    .poll(async () => (await stand.admin.call(eventVideoSearch, span)).segments.map(({ startMs, endMs }) => [startMs, endMs]))
    .toEqual([[third.fromMs, gap.fromMs].map(expectNear), [gap.untilMs, span.toMs].map(expectNear)])
  const found = await played(third, 25_000, 55_000)
  expect(found.end).toMatchObject({ op: 'past-end' })
  const breaks = found.times.filter((atMs, index) => index > 0 && atMs - (found.times[index - 1] ?? atMs) > 1_000)
  expect(breaks).toEqual([expectNear(50_000)])
  expect(found.numbers.length).toBeGreaterThan(9 * FPS)
})

test('a recording goes on in the next one, with the sound of both, frame by frame at its time, also where the camera plays over TLS alone', async () => {
  const channel = (next += 1)
  const piece = { sn, chlIndex: 0, stream: 'main', startMs: fourth.fromMs - 5_000, endMs: fourth.fromMs + 5_000, pictures: 'all' } as const
  expect(await viewer.past({ channel, ...piece })).toMatchObject({ op: 'past-end' })
  const units = viewer.units(channel)
  expect(viewer.pastAnswers(channel)[0]).toMatchObject({ op: 'past-opened', sound: { codec: 'aac', sampleRateHz: 16_000 } })
  const pictures = units.filter(({ kind, isPreroll }) => kind === 'video' && !isPreroll)
  expect(pictures.length).toBeGreaterThanOrEqual(10 * FPS - 2)
  const frames = units.filter(({ kind }) => kind === 'sound')
  const frameMs = (sound.frameTicks * 1000) / sound.clockRate
  expect(frames.length).toBeGreaterThanOrEqual(Math.floor(10_000 / frameMs) - 4)
  // By how much the camera's clock is off, which it tells in whole seconds: the same by every picture and by every frame, which know when they were recorded.
  const offMs = (captureMs: number, number: number, eachMs: number, count: number) => {
    const part = captureMs < fourth.fromMs - AWAY_MS ? third : captureMs > fourth.fromMs + AWAY_MS ? fourth : undefined
    const loopMs = count * eachMs
    const offMs = part && (captureMs - part.fromMs - number * eachMs) % loopMs
    return offMs === undefined ? [] : [offMs > loopMs / 2 ? offMs - loopMs : offMs < -loopMs / 2 ? offMs + loopMs : offMs]
  }
  const byPictures = pictures.flatMap(({ captureMs, data }) =>
    offMs(captureMs, numberOf(data) ?? Number.NaN, 1000 / FPS, clip.pictures.length),
  )
  const bySound = frames.flatMap(({ captureMs, data }) => {
    const number = sound.frames.findIndex((frame) => Buffer.compare(frame, data) === 0)
    return offMs(captureMs, number, frameMs, sound.frames.length)
  })
  expect(bySound.length).toBeGreaterThan(80)
  const all = [...byPictures, ...bySound]
  expect(Math.max(...all) - Math.min(...all)).toBeLessThan(3)
  const steps = frames.map(({ captureMs }, index) => captureMs - (frames[index - 1]?.captureMs ?? captureMs - frameMs))
  expect(steps.filter((step) => Math.abs(step - frameMs) > 2).length).toBeLessThanOrEqual(1)
})

test('a camera that sends whoever wants its recordings on to another port of it is followed there', async () => {
  const { end, isFirstKey, numbers } = await played(fifth, 2_000, 4_000)
  expect({ end: end?.op, isFirstKey }).toEqual({ end: 'past-end', isFirstKey: true })
  expect(numbers.length).toBeGreaterThan(FPS)
  await expect.poll(() => moved.connections).toBe(0)
})

test('a part that nobody takes anything of is let go of at once', async () => {
  const client = await OnvifClient.connect(parseOnvifUrl(camera.url()))
  const past = new CameraPast({ client, profile: 'main', source: 'sensor-1', isOnly: false, label: 'Yard', log: () => {} })
  const wanted = {
    stream: 'main',
    startMs: first.fromMs + 10_000,
    endMs: first.fromMs + 20_000,
    isKeysOnly: false,
    hasSound: false,
  } as const
  const recording = await past.recording(wanted)
  if (typeof recording === 'string') throw new Error(recording)
  await expect.poll(() => replays[0]?.connections).toBe(1)
  await recording.close?.()
  await expect.poll(() => replays[0]?.connections).toBe(0)
  client.close()
})

test('a time of which nobody has anything says so, and so does a camera that does not play', async () => {
  expect(await played(first, 20 * MINUTE_MS, 20 * MINUTE_MS + 5_000)).toMatchObject({ end: { op: 'past-failed', fault: 'no-recording' } })
  await replays[1]?.close()
  expect(await played(second, 0, 5_000)).toMatchObject({ end: { op: 'past-failed', fault: 'failed' } })
  replays.splice(1, 1)
})
