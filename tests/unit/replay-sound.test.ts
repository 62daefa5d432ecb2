import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { mediaCodecs, type MediaUnit } from '#contract/media.ts'
import { PastBuffer } from '#workers/media/past-buffer.ts'
import { Replay } from '#workers/media/replay.ts'

const FPS = 10
const FRAME_MS = 20
const SECONDS = 20
const ZERO_MS = 1_700_000_000_000
const config = { stream: 'main' as const, codec: 'avc1.4d4016', width: 640, height: 360, fps: FPS }
const about = { channel: 1, isPreroll: false, data: new Uint8Array(1) }

/** A decoder gives a picture after this time. */
const DECODING_MS = 10
/** Sound is there before its picture, but not so long that it goes on behind a pause. */
const MOST_AHEAD_MS = 400

let past: PastBuffer
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  past = new PastBuffer()
  for (let atMs = 0; atMs < SECONDS * 1000; atMs += FRAME_MS) {
    const times = { ptsUs: atMs * 1000, captureMs: ZERO_MS + atMs }
    const sequence = (atMs * FPS) / 1000
    const isKey = sequence % (2 * FPS) === 0
    if (Number.isInteger(sequence)) past.push({ ...about, ...times, kind: 'video', codec: mediaCodecs.h264, isKey, sequence }, config)
    past.pushSound({ ...about, ...times, kind: 'sound', codec: mediaCodecs.pcmu, isKey: false, sequence: atMs / FRAME_MS })
  }
})
afterEach(() => {
  past.clear()
  vi.useRealTimers()
})

/** Replays the past, and notes what is handed to the loudspeaker since it began anew, and how long before its picture. */
function replay() {
  const heard: { atMs: number; aheadMs: number }[] = []
  const screen = {
    configure: () => {},
    push: ({ isPreroll, captureMs }: MediaUnit) => {
      if (!isPreroll) setTimeout(() => shown.onShown(captureMs), DECODING_MS)
    },
    hearAnew: () => heard.splice(0),
    hear: ({ captureMs }: MediaUnit) => heard.push({ atMs: captureMs - ZERO_MS, aheadMs: captureMs - shown.state.atMs }),
    onEdge: () => {},
  }
  const begun = Replay.begin(past, screen)
  if (begun === undefined) throw new Error('There is no past.')
  const shown: Replay = begun
  return { shown, heard }
}

function expectWhole(heard: { atMs: number; aheadMs: number }[], fromMs: number): void {
  expect(heard.map(({ atMs }) => atMs)).toEqual(heard.map((_, index) => fromMs + index * FRAME_MS))
  for (const { aheadMs } of heard) expect(aheadMs).toBeGreaterThanOrEqual(0)
  for (const { aheadMs } of heard) expect(aheadMs).toBeLessThan(MOST_AHEAD_MS)
}

it('a replay is heard without a gap, a little before its pictures', () => {
  const { shown, heard } = replay()
  vi.advanceTimersByTime(5_000)
  expect(heard.length).toBeGreaterThan(4_800 / FRAME_MS)
  expectWhole(heard, 0)
  shown.take({ kind: 'seek', atMs: ZERO_MS + 12_000 })
  vi.advanceTimersByTime(2_000)
  expect(heard.length).toBeGreaterThan(1_800 / FRAME_MS)
  expectWhole(heard, 12_000)
  shown.stop()
})

it('a replay is silent while it is paused, stepped through, faster or slower', () => {
  const { shown, heard } = replay()
  vi.advanceTimersByTime(3_000)
  for (const order of [
    { kind: 'play', isPlaying: false },
    { kind: 'step', pictures: 1 },
    { kind: 'step', pictures: -1 },
  ] as const) {
    shown.take(order)
    vi.advanceTimersByTime(1_000)
    expect(heard, order.kind).toEqual([])
  }
  shown.take({ kind: 'speed', speed: 2 })
  shown.take({ kind: 'play', isPlaying: true })
  vi.advanceTimersByTime(1_000)
  expect(heard).toEqual([])
  shown.take({ kind: 'speed', speed: 1 })
  const fromMs = shown.state.atMs - ZERO_MS
  vi.advanceTimersByTime(1_000)
  expect(heard.length).toBeGreaterThan(800 / FRAME_MS)
  expectWhole(heard, fromMs)
  shown.stop()
})
