import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { mediaCodecs, type MediaUnit } from '#contract/media.ts'
import type { RecordEnd, RecordPiece } from '#contract/record-piece.ts'
import { loadClip } from '#tests/support/clip.ts'
import { tracksIn } from '#tests/support/ffmpeg.ts'
import { numbersIn } from '#tests/support/look-at-clip.ts'
import { writeRecording } from '#tests/support/write-recording.ts'
import { PastBuffer } from '#workers/media/past-buffer.ts'
import { WindowRecorder } from '#workers/media/recorder.ts'

const FPS = 15
const clip = loadClip(new URL('../fixtures/counter-640x360-15.h264', import.meta.url))
const clip265 = loadClip(new URL('../fixtures/counter-640x360-15.h265', import.meta.url))
const config = { stream: 'main' as const, codec: 'avc1.4d4016', width: 640, height: 360, fps: FPS }
const folder = mkdtempSync(join(tmpdir(), 'sightline-recorded-'))
afterAll(() => rmSync(folder, { recursive: true }))

function unitOf(sequence: number, { codec: kind, pictures } = clip): MediaUnit {
  const picture = pictures[sequence % pictures.length]
  if (picture === undefined) throw new Error('The clip is empty.')
  const times = { ptsUs: Math.round((sequence * 1e6) / FPS), captureMs: 1_700_000_000_000 + (sequence * 1000) / FPS }
  const about = { kind: 'video' as const, channel: 1, codec: kind === 'H265' ? mediaCodecs.h265 : mediaCodecs.h264, isPreroll: false }
  return { ...about, ...times, sequence, isKey: picture.isKey, data: picture.unit }
}

/** Records these units of the clip, and then those of another source. */
function record(sequences: number[], then: number[] = []): RecordPiece[] {
  const pieces: RecordPiece[] = []
  const recorder = new WindowRecorder({ onPiece: (piece) => pieces.push(piece), onEnd: () => undefined })
  for (const sequence of sequences) recorder.take(unitOf(sequence), config, 1)
  for (const sequence of then) recorder.take(unitOf(sequence), config, 2)
  recorder.end('asked')
  return pieces
}

function look(file: Uint8Array, format: string) {
  const path = join(folder, `recorded.${format}`)
  writeFileSync(path, file)
  return tracksIn(path)
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)
const keyFrom = (from: number) => range(from, from + 200).find((sequence) => unitOf(sequence).isKey) ?? 0

describe.each(['mp4', 'avi'] as const)('a recording as %s', (format) => {
  it('has every picture from the first key frame on, as a player shows them', async () => {
    const pieces = record(range(1, 100))
    expect(pieces.length).toBeGreaterThan(1)
    expect(await numbersIn(await writeRecording(pieces, format))).toEqual(range(keyFrom(1), 100))
  })

  it('of a camera that speaks H.265 has its pictures too', async () => {
    const pieces: RecordPiece[] = []
    const recorder = new WindowRecorder({ onPiece: (piece) => pieces.push(piece), onEnd: () => undefined })
    for (const sequence of range(0, 30)) recorder.take(unitOf(sequence, clip265), { ...config, codec: 'hvc1.1.6.L63.90' }, 1)
    recorder.end('asked')
    expect(await numbersIn(await writeRecording(pieces, format))).toEqual(range(0, 30))
  })

  it('has its rate and its length, also where the camera was away for a time', async () => {
    const whole = await look(await writeRecording(record(range(0, 90)), format), format)
    expect(whole.tracks).toMatchObject([{ codec: 'h264', width: 640 }])
    expect(whole.tracks[0]?.packets.filter(({ bytes }) => bytes > 0)).toHaveLength(90)
    expect(whole.durationS).toBeCloseTo(6, 1)
    const again = keyFrom(75)
    const torn = await look(await writeRecording(record([...range(0, 30), ...range(60, again + 30)]), format), format)
    expect(torn.durationS).toBeCloseTo((again + 30) / FPS, 1)
  })
})

describe('a recording', () => {
  it('takes nothing twice from a source that begins again with what was there', () => {
    const again = keyFrom(31)
    const times = record(range(0, again + 5), range(again, again + 90)).flatMap(({ timesUs }) => timesUs)
    expect(times).toEqual(times.toSorted((one, other) => one - other))
    expect(new Set(times).size).toBe(times.length)
  })

  it('ends when the pictures become of another kind', () => {
    const ends: RecordEnd[] = []
    const recorder = new WindowRecorder({ onPiece: () => undefined, onEnd: (why) => ends.push(why) })
    for (const sequence of range(0, 20)) recorder.take(unitOf(sequence), config, 1)
    for (const sequence of range(20, 120)) recorder.take(unitOf(sequence), { ...config, width: 1280 }, 1)
    expect(ends).toEqual(['changed'])
  })
})

describe('the past of a window', () => {
  it('goes back thirty seconds and not much further, in groups that begin with a key frame', () => {
    const past = new PastBuffer()
    for (const sequence of range(0, 60 * FPS)) past.push(unitOf(sequence), config)
    const units = past.groups.flatMap((group) => group.units)
    const spanMs = (units.at(-1)?.captureMs ?? 0) - (units[0]?.captureMs ?? 0)
    expect(spanMs).toBeGreaterThanOrEqual(29_900)
    expect(spanMs).toBeLessThan(40_000)
    expect(past.groups.every((group) => group.units[0]?.isKey)).toBe(true)
    past.clear()
  })

  it('is not kept where nobody looks back', () => {
    const past = new PastBuffer(false)
    for (const sequence of range(0, 60 * FPS)) past.push(unitOf(sequence), config)
    expect([past.groups.length, past.bytes]).toEqual([0, 0])
  })

  it('of many windows stays within bounds, and the largest gives way', () => {
    const pasts = range(0, 8).map(() => new PastBuffer())
    const large = { ...unitOf(0), isKey: true, data: new Uint8Array(1_000_000) }
    for (const sequence of range(0, 25)) for (const past of pasts) past.push({ ...large, sequence, captureMs: sequence * 1000 }, config)
    expect(pasts.reduce((sum, past) => sum + past.bytes, 0)).toBeLessThanOrEqual(128_000_000)
    for (const past of pasts) expect(past.bytes).toBeGreaterThan(10_000_000)
    for (const past of pasts) past.clear()
  })
})
