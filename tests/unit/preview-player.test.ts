import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mediaCodecs, type MediaUnit } from '#contract/media.ts'
import { PREVIEW_WINDOW, type PastCamera } from '#contract/playback-api.ts'
import type { PastAsk } from '#contract/recorded-media.ts'
import { PlayedChunk, PlayedDecoder } from '#tests/support/played-decoder.ts'
import { PreviewPlayer } from '#workers/media/past/preview-player.ts'

const START_MS = 1_000_000
/** A key frame every two seconds of a minute; behind it nothing was recorded. */
const GROUP_MS = 2_000
const END_MS = START_MS + 60_000
const LOOK_MS = 8
const camera: PastCamera = { window: PREVIEW_WINDOW, sn: 'SLPOINT', chlIndex: 0, stream: 'sub', from: 'local' }
type Piece = Extract<PastAsk, { op: 'past' }>

beforeEach(() => {
  PlayedDecoder.forget()
  vi.stubGlobal('VideoDecoder', PlayedDecoder)
  vi.stubGlobal('EncodedVideoChunk', PlayedChunk)
})
afterEach(() => vi.unstubAllGlobals())

/** A camera that somebody points into the past of; what it was asked, what came of it. Moments are seconds since the start. */
function stand() {
  let clockMs = 0
  let channel = 0x8000
  let isBusy = false
  let isDecoding = false
  const asks: Piece[] = []
  const asked: number[] = []
  const told: (number | undefined)[] = []
  let shown = 0
  let blanked = 0
  const seconds = (ms: number) => (ms - START_MS) / 1_000
  const preview = new PreviewPlayer(
    {
      ask: (ask) => {
        if (ask.op !== 'past') return true
        asks.push(ask)
        asked.push(seconds(ask.startMs))
        return true
      },
      nextNumber: () => ++channel,
      isBusy: () => isBusy,
      isDecoding: () => isDecoding,
      tell: ({ pictureMs }) => told.push(pictureMs === undefined ? undefined : seconds(pictureMs)),
    },
    () => clockMs,
  )
  const show = (frame: VideoFrame) => {
    frame.close()
    shown += 1
    return 0
  }
  preview.setSink({ kind: 'canvas', show, blank: () => (blanked += 1), close: () => {} })
  function send(piece: Piece): void {
    const { channel: number, startMs } = piece
    if (startMs >= END_MS) return void preview.take({ op: 'past-failed', channel: number, fault: 'no-recording' })
    preview.take({ op: 'past-opened', channel: number, codec: 'avc1.42001f', width: 640, height: 360, fps: 25 })
    const captureMs = Math.floor(startMs / GROUP_MS) * GROUP_MS
    const data = new Uint8Array(100)
    const unit = { kind: 'video', isKey: true, isPreroll: true, codec: mediaCodecs.h264, sequence: 0, data } as const
    preview.takeUnit({ ...unit, channel: number, ptsUs: captureMs * 1_000, captureMs } satisfies MediaUnit)
    preview.take({ op: 'past-end', channel: number })
  }
  const point = (atS: number, of: PastCamera = camera) => preview.point(of, START_MS + atS * 1_000, of === camera ? 1 : 2)
  const come = (afterMs = LOOK_MS) => {
    clockMs += afterMs
    for (const piece of asks.splice(0)) send(piece)
  }
  /** What was asked for comes, after so long, and is decoded. */
  const answer = async (afterMs = LOOK_MS) => {
    come(afterMs)
    await PlayedDecoder.work()
    preview.look()
  }
  const wait = (ms: number) => {
    clockMs += ms
    preview.look()
  }
  return {
    preview,
    asked,
    told,
    point,
    come,
    answer,
    wait,
    shown: () => shown,
    blanked: () => blanked,
    setBusy: (is: boolean) => (isBusy = is),
    setDecoding: (is: boolean) => (isDecoding = is),
    asks,
  }
}

test('what is pointed at is seen by the key frame at or before it, of the small stream alone, and what lies in between is not asked for again', async () => {
  const { point, answer, asked, told, shown, asks } = stand()
  point(7.9)
  expect(asks).toMatchObject([{ pictures: 'key', stream: 'sub', startMs: START_MS + 7_900, endMs: START_MS + 7_901 }])
  await answer()
  expect(told).toEqual([6])
  point(6.5)
  point(7.2)
  await answer()
  expect([asked, told, shown()]).toEqual([[7.9], [6], 1])
  point(12)
  await answer()
  expect(told).toEqual([6, 12])
  // Back where it was: that is here still.
  point(7)
  await answer()
  expect([asked, told, shown()]).toEqual([[7.9, 12], [6, 12, 6], 3])
  expect(PlayedDecoder.open).toBe(0)
})

test('of a hand that is faster than the line the newest moment is seen next, and those before it are not asked for', async () => {
  const { point, answer, asked, told } = stand()
  for (const atS of [1, 9, 17, 25, 33]) point(atS)
  await answer()
  await answer()
  expect([asked, told]).toEqual([[1, 33], [32]])
})

test('nothing is seen where nothing is recorded, which is asked once', async () => {
  const { point, answer, wait, asked, told } = stand()
  point(30)
  await answer()
  point(75)
  await answer()
  for (let look = 0; look < 100; look++) wait(LOOK_MS)
  expect([asked, told]).toEqual([
    [30, 75],
    [30, undefined],
  ])
})

test('a picture of another moment does not stand for longer than a blink when the one that is wanted does not come', async () => {
  const { point, answer, wait, told } = stand()
  point(10)
  await answer()
  point(40)
  wait(200)
  expect(told).toEqual([10])
  wait(200)
  expect(told).toEqual([10, undefined])
  await answer()
  expect(told).toEqual([10, undefined, 40])
})

test('while something that is played is waited for nothing is asked, and what is here is seen all the same', async () => {
  const { point, answer, wait, setBusy, asked, told } = stand()
  point(11.5)
  await answer()
  setBusy(true)
  point(40)
  wait(1_000)
  expect([asked, told]).toEqual([[11.5], [10, undefined]])
  point(11)
  await answer()
  expect(told).toEqual([10, undefined, 10])
  point(40)
  setBusy(false)
  wait(LOOK_MS)
  await answer()
  expect([asked, told.at(-1)]).toEqual([[11.5, 40], 40])
})

test('what is here is decoded only when what somebody went to has been, and another picture does not stand long until then', async () => {
  const { point, answer, wait, setDecoding, told, shown } = stand()
  for (const atS of [11.5, 40]) {
    point(atS)
    await answer()
  }
  const given = PlayedDecoder.given
  setDecoding(true)
  point(11)
  await answer()
  expect([PlayedDecoder.given - given, told, shown()]).toEqual([0, [10, 40], 2])
  // What is shown already needs no decoder.
  point(40)
  expect(told).toEqual([10, 40])
  point(11)
  wait(400)
  expect(told).toEqual([10, 40, undefined])
  setDecoding(false)
  wait(LOOK_MS)
  await answer()
  expect([PlayedDecoder.given - given, told]).toEqual([1, [10, 40, undefined, 10]])
})

test('over a line that takes a second for a picture it rests for half a minute', async () => {
  const { point, answer, wait, asked, told } = stand()
  point(10)
  await answer(1_200)
  expect(told.at(-1)).toBe(10)
  point(40)
  wait(29_000)
  expect([asked, told.at(-1)]).toEqual([[10], undefined])
  wait(1_000)
  await answer()
  expect([asked, told.at(-1)]).toEqual([[10, 40], 40])
})

test('what was pointed at while that came is not asked for before the rest is over, nor while something that is played is waited for', async () => {
  const { point, answer, wait, setBusy, asked, told } = stand()
  point(10)
  point(40)
  await answer(1_200)
  expect(asked).toEqual([10])
  wait(30_000)
  expect(asked).toEqual([10, 40])
  point(20)
  setBusy(true)
  await answer()
  expect(asked).toEqual([10, 40])
  setBusy(false)
  wait(LOOK_MS)
  await answer()
  expect([asked, told.at(-1)]).toEqual([[10, 40, 20], 20])
})

test('a picture that is decoded late does not come where nothing is recorded, nor long after another moment was pointed at', async () => {
  const { point, come, answer, wait, told, shown } = stand()
  point(10)
  come()
  point(75)
  come()
  await PlayedDecoder.work()
  expect([told, shown()]).toEqual([[], 0])
  point(20)
  come()
  point(40)
  wait(400)
  await PlayedDecoder.work()
  expect([told, shown()]).toEqual([[], 0])
  await answer()
  expect([told, shown(), PlayedDecoder.open]).toEqual([[40], 1, 0])
})

test('of another camera that is pointed at without leaving the first one there is no picture before its own has come', async () => {
  const { point, answer, told, blanked, asks } = stand()
  point(10)
  await answer()
  point(10, { ...camera, sn: 'SLOTHER' })
  expect([told, blanked()]).toEqual([[10, undefined], 2])
  expect(asks).toMatchObject([{ sn: 'SLOTHER' }])
  await answer()
  expect(told).toEqual([10, undefined, 10])
})

test('nothing is kept when the playback is over', async () => {
  const { preview, point, answer, asked, told } = stand()
  point(10)
  await answer()
  preview.free()
  expect(told).toEqual([10, undefined])
  point(10)
  await answer()
  expect([asked, told]).toEqual([
    [10, 10],
    [10, undefined, 10],
  ])
  expect(PlayedDecoder.open).toBe(0)
})

test('a key frame of which nothing can be made is no picture, and others are', async () => {
  const { point, answer, told } = stand()
  point(10)
  await answer()
  PlayedDecoder.refusal = () => new DOMException('No.', 'NotSupportedError')
  for (const decoder of PlayedDecoder.made.slice()) decoder.fail('EncodingError')
  point(20)
  await answer()
  await answer()
  expect(told).toEqual([10, undefined])
  PlayedDecoder.refusal = () => undefined
  point(30)
  await answer()
  expect(told).toEqual([10, undefined, 30])
})

test('what was under way on a line that broke is asked for again; who points no more sees nothing, and no decoder is left', async () => {
  const { preview, point, answer, wait, asks, asked, told, shown } = stand()
  point(10)
  asks.length = 0
  preview.lost()
  wait(LOOK_MS)
  await answer()
  expect([asked, told]).toEqual([[10, 10], [10]])
  point(20)
  preview.stop()
  await answer()
  expect([told, shown(), PlayedDecoder.open]).toEqual([[10, undefined], 1, 0])
  expect(PlayedDecoder.made.every(({ state }) => state === 'closed')).toBe(true)
  point(21)
  await answer()
  expect(told).toEqual([10, undefined, 20])
})
