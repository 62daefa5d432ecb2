import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { loadClip } from '#tests/support/clip.ts'
import { framesIn } from '#tests/support/ffmpeg.ts'
import { RtspRecorder } from '#tests/support/rtsp-recorder.ts'
import { type RtspTestServer, startRtspServer } from '#tests/support/rtsp-server.ts'
import type { TestCameraOptions } from '#tests/support/test-camera.ts'
import { aac, g711, type TestSound } from '#tests/support/test-sound.ts'

const clip = loadClip(new URL('../fixtures/counter-640x360-15.h264', import.meta.url))
/** Pictures and sound begin anew together: after 2 s of G.711, after 1.6 s of AAC. */
const G711_FPS = 150
const AAC_FPS = 187.5
const AAC_FRAMES = 25

let aacSound: TestSound
const open: { close(): Promise<void> }[] = []

beforeAll(() => {
  const sound = aac()
  aacSound = { ...sound, frames: sound.frames.slice(5, 5 + AAC_FRAMES) }
})
afterEach(async () => {
  for (const each of open.splice(0).toReversed()) await each.close()
})

async function serve(camera: Partial<TestCameraOptions>): Promise<RtspTestServer> {
  const server = await startRtspServer({ cameras: [{ path: '/cam1', clip, fps: G711_FPS, ...camera }] })
  open.push(server)
  return server
}

async function listen(server: RtspTestServer): Promise<RtspRecorder> {
  const recorder = new RtspRecorder(server.url('/cam1'))
  open.push(recorder.session)
  await recorder.session.open()
  return recorder
}

/** How much later than the pictures of the same moment each frame of sound is put, ms, on either clock of the stream. */
function lagsMs(
  { units, sounds }: RtspRecorder,
  { frames, frameTicks, clockRate }: TestSound,
  fps: number,
): { pts: number[]; capture: number[] } {
  const loopMs = (frames.length * frameTicks * 1000) / clockRate
  const beginOf = (atMs: number, index: number, stepMs: number) => atMs - index * stepMs
  const [picture] = units
  if (!picture) throw new Error('there is no picture')
  const pictureIndex = clip.pictures.findIndex(({ unit }) => Buffer.compare(unit, picture.data) === 0)
  const lag = (soundMs: number, pictureMs: number, index: number) => {
    const apart = beginOf(soundMs, index, loopMs / frames.length) - beginOf(pictureMs, pictureIndex, 1000 / fps)
    return apart - Math.round(apart / loopMs) * loopMs
  }
  const indexes = sounds.map(({ data }) => frames.findIndex((frame) => Buffer.compare(frame, data) === 0))
  expect(indexes).toEqual(indexes.map((_, at) => ((indexes[0] ?? NaN) + at) % frames.length)) // whole, in order, none left out
  return {
    pts: sounds.map((sound, at) => lag(sound.ptsUs / 1000, picture.ptsUs / 1000, indexes[at] ?? NaN)),
    capture: sounds.map((sound, at) => lag(sound.captureMs, picture.captureMs, indexes[at] ?? NaN)),
  }
}

describe('the sound of a camera', () => {
  test('in G.711 comes frame by frame, byte for byte', async () => {
    const server = await serve({ sound: g711('PCMA') })
    const recorder = await listen(server)
    const sounds = await recorder.untilHeard(25)
    expect(recorder.formats[0]?.sound).toEqual({ codec: 'pcma', sampleRateHz: 8_000, channels: 1 })
    // Whatever is put right on the way is put right so slowly that nobody hears it.
    const stepsUs = sounds.slice(1).map(({ ptsUs }, at) => ptsUs - (sounds[at]?.ptsUs ?? 0))
    expect(Math.max(...stepsUs.map((stepUs) => Math.abs(stepUs - 20_000)))).toBeLessThanOrEqual(500)
    lagsMs(recorder, g711('PCMA'), G711_FPS)
  })

  test('in AAC comes frame by frame, also several of them in a packet', async () => {
    const sound = { ...aacSound, framesPerPacket: 3 }
    const server = await serve({ sound, fps: AAC_FPS })
    const recorder = await listen(server)
    await recorder.untilHeard(12)
    expect(recorder.formats[0]?.sound).toEqual({ codec: 'aac', sampleRateHz: 16_000, channels: 1, description: 'FAg=' })
    const lags = lagsMs(recorder, sound, AAC_FPS)
    expect(Math.max(...lags.pts.map(Math.abs))).toBeLessThanOrEqual(5)
  })

  test('is put with its pictures to 5 ms, though it counts from elsewhere, is sent 300 ms later, and the clock is an hour wrong', async () => {
    const sound = g711('PCMU')
    const server = await serve({ sound, soundDelayMs: 300, clock: () => Date.now() - 3_600_000 })
    const recorder = await listen(server)
    await recorder.untilHeard(25)
    const lags = lagsMs(recorder, sound, G711_FPS)
    expect(Math.max(...lags.pts.map(Math.abs))).toBeLessThanOrEqual(5)
    expect(Math.abs(recorder.session.clockErrorMs ?? 0)).toBeGreaterThan(3_500_000)
  })

  test('is put with its pictures on the wall clock, too, when that is right', async () => {
    const sound = g711('PCMU')
    const server = await serve({ sound, soundDelayMs: 300 })
    const recorder = await listen(server)
    await recorder.untilHeard(25)
    expect(Math.max(...lagsMs(recorder, sound, G711_FPS).capture.map(Math.abs))).toBeLessThanOrEqual(5)
    expect(recorder.session.clockErrorMs).toBeUndefined()
  })

  test('is not asked for where nobody wants it, and a camera that refuses it is seen without', async () => {
    const server = await serve({ sound: g711('PCMU'), refusesSound: true })
    const recorder = await listen(server)
    await recorder.until(10)
    expect(server.requests.filter((method) => method === 'SETUP')).toHaveLength(2)
    expect(recorder.formats[0]?.sound).toBeUndefined()
    const silent = new RtspRecorder(server.url('/cam1'), { onSound: undefined })
    open.push(silent.session)
    await silent.session.open()
    expect(server.requests.filter((method) => method === 'SETUP')).toHaveLength(3)
  })

  test('of the test camera is heard by ffmpeg', async () => {
    const server = await serve({ sound: aacSound, fps: 30 })
    const wanted = { kind: 'audio', filters: 'aformat=sample_fmts=s16', most: 8, probeBytes: 50_000 } as const
    const samples = Buffer.concat((await framesIn(`${server.url('/cam1')}?tcp`, wanted)).map(({ data }) => data))
    expect(samples.length).toBeGreaterThan(aacSound.clockRate * 0.4 * 2)
    expect(new Set(samples).size).toBeGreaterThan(2)
  })
})
