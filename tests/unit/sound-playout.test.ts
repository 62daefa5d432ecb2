import { describe, expect, it } from 'vitest'
import { Downsampler } from '#workers/media/sound/downsampler.ts'
import { Playout } from '#workers/media/sound/playout.ts'

const RATE_HZ = 8_000
const FRAME_MS = 20
/** What a sound card asks for at once. */
const QUANTUM_MS = 2.5

/** A line on which each frame arrives `lateMs(number)` after it is whole, and pictures are shown `pictureDelayMs` after their time. */
function play(options: {
  frames: number
  pictureDelayMs: number
  lateMs: (number: number) => number
  missing?: (number: number) => boolean
}) {
  const playout = new Playout()
  const heard: { atMs: number; sample: number }[] = []
  let next = 0
  for (let nowMs = 0; nowMs < options.frames * FRAME_MS; nowMs += QUANTUM_MS) {
    for (; next < options.frames && (next + 1) * FRAME_MS + options.lateMs(next) <= nowMs; next += 1) {
      // The samples of a frame say which it is.
      const samples = new Float32Array((RATE_HZ * FRAME_MS) / 1000).fill(next + 1)
      const frame = { startMs: next * FRAME_MS, samples, sampleRateHz: RATE_HZ, pictureDelayMs: options.pictureDelayMs }
      if (options.missing?.(next) !== true) playout.take(frame, nowMs)
    }
    const out = new Float32Array((RATE_HZ * QUANTUM_MS) / 1000)
    playout.render(out, nowMs, RATE_HZ)
    heard.push({ atMs: nowMs, sample: out[0] ?? 0 })
  }
  /** How long after its own time the sound of a moment is heard; only of whole frames. */
  const delaysMs = heard
    .filter(({ sample }) => Number.isInteger(sample) && sample > 0)
    .map(({ atMs, sample }) => atMs - (sample - 1) * FRAME_MS)
  return { playout, heard, delaysMs }
}

const settled = (delays: number[]) => delays.slice(delays.length / 2)

describe('the sound of a window', () => {
  it('waits for its picture', () => {
    const { playout, delaysMs } = play({ frames: 200, pictureDelayMs: 150, lateMs: () => 5 })
    for (const delayMs of settled(delaysMs)) expect(Math.abs(delayMs - 160)).toBeLessThanOrEqual(FRAME_MS / 2 + QUANTUM_MS)
    expect(playout.figures()).toEqual({ behindPictureMs: 0, lateFrames: 0 })
  })

  it('is heard without a gap on a line that jitters, as little behind the picture as that takes', () => {
    const { playout, heard } = play({ frames: 400, pictureDelayMs: 30, lateMs: (number) => (number % 7) * 4 })
    const second = heard.slice(heard.length / 2)
    expect(second.filter(({ sample }) => sample === 0)).toEqual([])
    const { behindPictureMs = 0, lateFrames } = playout.figures()
    expect(lateFrames).toBe(0)
    expect(behindPictureMs).toBeGreaterThan(15)
    expect(behindPictureMs).toBeLessThan(60)
  })

  it('is heard at once at another time, where the past is shown or live goes on', () => {
    const playout = new Playout()
    const samples = new Float32Array(160).fill(0.5)
    const frameAt = (startMs: number, pictureDelayMs: number) => ({ startMs, samples, sampleRateHz: RATE_HZ, pictureDelayMs })
    const heardAt = (outputMs: number) => {
      const out = new Float32Array(8)
      playout.render(out, outputMs, RATE_HZ)
      return out[0]
    }
    for (let number = 0; number < 100; number += 1) playout.take(frameAt(number * FRAME_MS, 30_000), 29_900 + number * FRAME_MS)
    expect(heardAt(30_100)).toBe(0.5)
    playout.begin()
    expect(heardAt(32_000)).toBe(0)
    playout.take(frameAt(32_000, 50), 32_030)
    expect(heardAt(32_060)).toBe(0.5)
  })

  it('leaves out what comes too late, and never grows behind', () => {
    const { playout, delaysMs } = play({
      frames: 600,
      pictureDelayMs: 30,
      lateMs: (number) => (number > 200 && number < 260 ? 1_200 - (number - 200) * 20 : 5),
    })
    expect(playout.figures().lateFrames).toBeGreaterThan(20)
    expect(Math.max(...settled(delaysMs))).toBeLessThan(30 + 60 + FRAME_MS)
  })

  it('is silent where a frame is missing, and goes on at its own time', () => {
    const { heard, delaysMs } = play({ frames: 200, pictureDelayMs: 100, lateMs: () => 5, missing: (number) => number % 50 === 25 })
    const second = heard.slice(heard.length / 2)
    expect(second.filter(({ sample }) => sample === 0).length).toBeGreaterThan(0)
    expect(Math.max(...settled(delaysMs)) - Math.min(...settled(delaysMs))).toBeLessThanOrEqual(FRAME_MS + 2 * QUANTUM_MS)
  })

  it('is heard, late, where the loudspeaker itself is later than any picture', () => {
    const { heard } = play({ frames: 400, pictureDelayMs: 30, lateMs: () => 250 })
    expect(heard.slice(heard.length / 2).filter(({ sample }) => sample === 0)).toEqual([])
  })
})

it.each([48_000, 44_100])('a voice of %i Hz becomes frames of 160 samples at 8 kHz, with its level', (rateHz) => {
  const frames: { frame: Float32Array; level: number }[] = []
  const downsampler = new Downsampler(rateHz, (frame, level) => frames.push({ frame, level }))
  const second = Float32Array.from({ length: rateHz }, (_, at) => 0.5 * Math.sin((2 * Math.PI * 400 * at) / rateHz))
  for (let at = 0; at < rateHz; at += 128) downsampler.take(second.subarray(at, at + 128))
  expect(frames.length).toBeGreaterThanOrEqual(49)
  for (const { frame, level } of frames) {
    expect(frame).toHaveLength(160)
    expect(level).toBeCloseTo(0.35, 1)
  }
})
