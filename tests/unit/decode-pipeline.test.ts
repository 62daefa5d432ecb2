import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mediaCodecs, type MediaUnit } from '#contract/media.ts'
import { DecodePipeline } from '#workers/media/decode-pipeline.ts'
import type { FrameSink } from '#workers/media/sinks/frame-sink.ts'
import { PlayedChunk, PlayedDecoder } from '#tests/support/played-decoder.ts'

const FPS = 10
const PICTURE_US = 1_000_000 / FPS
const H264 = 'avc1.64001f'
const UNKNOWN = 'hev1.1.6.L186.B0'

let pipelines: DecodePipeline[]

beforeEach(() => {
  pipelines = []
  PlayedDecoder.forget()
  PlayedDecoder.knows = (codec) => codec !== UNKNOWN
  vi.stubGlobal('VideoDecoder', PlayedDecoder)
  vi.stubGlobal('EncodedVideoChunk', PlayedChunk)
})
afterEach(() => {
  for (const pipeline of pipelines) pipeline.dispose()
  expect(PlayedDecoder.open).toBe(0)
  vi.unstubAllGlobals()
})

/** The pipeline of a window: the times that its screen has of its pictures, and what it says that the page has seen, by the pictures' own times. */
function stand() {
  const screenUs: number[] = []
  const seen: number[] = []
  const faults: string[] = []
  const sink: FrameSink = {
    kind: 'generator',
    show: (frame) => {
      screenUs.push(frame.timestamp)
      frame.close()
      return 0
    },
    blank: () => {},
    close: () => {},
  }
  const pipeline = new DecodePipeline(sink, {
    onShown: () => {},
    onSeen: (ptsUs) => seen.push(ptsUs),
    onDropped: () => {},
    onFault: (fault) => faults.push(fault),
  })
  pipelines.push(pipeline)
  const begin = async (codec = H264) => {
    pipeline.configure({ stream: 'main', codec, width: 640, height: 360, fps: FPS })
    // Promises of what the browser is asked.
    for (let turn = 0; turn < 5; turn++) await Promise.resolve()
  }
  /** Shows pictures of these times, the first of which is a key frame. */
  const show = async (fromUs: number, count: number) => {
    for (let at = 0; at < count; at++) {
      const unit: MediaUnit = {
        kind: 'video',
        channel: 1,
        isKey: at === 0,
        isPreroll: false,
        codec: mediaCodecs.h264,
        ptsUs: fromUs + at * PICTURE_US,
        captureMs: fromUs / 1_000,
        sequence: at,
        data: new Uint8Array(1),
      }
      pipeline.push(unit)
      await PlayedDecoder.work()
    }
  }
  return { pipeline, begin, show, screenUs, seen, faults }
}

test('a picture that is seen when another stream has begun is not taken for one of that', async () => {
  const { pipeline, begin, show, screenUs, seen } = stand()
  await begin()
  await show(0, 3)
  const before = screenUs.splice(0)
  await begin()
  await show(60_000_000, 3)
  for (const toldUs of before) pipeline.seen(toldUs, 0)
  expect(seen).toEqual([])
  for (const toldUs of screenUs) pipeline.seen(toldUs, 0)
  expect(seen).toEqual([60_000_000, 60_000_000 + PICTURE_US, 60_000_000 + 2 * PICTURE_US])
})

test('the last 32 pictures are known again when the page tells of them, and none before', async () => {
  const { pipeline, begin, show, screenUs, seen } = stand()
  await begin()
  await show(0, 40)
  for (const toldUs of screenUs) pipeline.seen(toldUs, 0)
  expect(seen).toEqual(Array.from({ length: 32 }, (_, at) => (at + 8) * PICTURE_US))
})

test('windows whose codec the browser cannot decode leave others as fast as on a wall of those that it can', async () => {
  const unknown = Array.from({ length: 16 }, stand)
  for (const { begin } of unknown) await begin(UNKNOWN)
  expect(unknown.map(({ faults }) => faults)).toEqual(unknown.map(() => ['unsupported-codec']))
  const { begin, show, screenUs } = stand()
  await begin()
  await show(0, 3)
  expect(screenUs.map((timeUs) => timeUs - (screenUs[0] ?? 0))).toEqual([0, 20_000, 40_000])
})
