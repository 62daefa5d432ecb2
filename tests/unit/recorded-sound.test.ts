import { beforeAll, describe, expect, it } from 'vitest'
import type { MediaUnit } from '#contract/media.ts'
import type { RecordEnd, RecordPiece } from '#contract/record-piece.ts'
import type { SoundFormat } from '#contract/sound.ts'
import { BEEP_EVERY, beepingSounds, film, FPS, SECONDS, shape, ZERO_US } from '#tests/support/beeping-film.ts'
import { listenToFile, type HeardFile } from '#tests/support/listen-to-file.ts'
import { writeRecording } from '#tests/support/write-recording.ts'
import { PastBuffer } from '#workers/media/past-buffer.ts'
import { WindowRecorder } from '#workers/media/recorder.ts'

/** What eyes and ears take for one moment. */
const IN_SYNC_MS = 80
const SAME_LENGTH_MS = 100
let sounds: ReturnType<typeof beepingSounds>
beforeAll(() => {
  sounds = beepingSounds()
})

function record(taken: MediaUnit[], formatAt: (unit: MediaUnit) => SoundFormat | undefined, feedAt = (_unit: MediaUnit) => 1) {
  const pieces: RecordPiece[] = []
  const ends: RecordEnd[] = []
  const recorder = new WindowRecorder({ onPiece: (piece) => pieces.push(piece), onEnd: (why) => ends.push(why) })
  for (const unit of taken) recorder.take(unit, { ...shape, sound: formatAt(unit) }, feedAt(unit))
  recorder.end('asked')
  return { pieces, ends }
}

/** Tones begin with these pictures. */
const everySecond = Array.from({ length: SECONDS }, (_, second) => second * BEEP_EVERY)

function expectInSync({ tonesMs, picturesMs, endMs }: HeardFile, flashes: readonly number[]): void {
  expect(tonesMs).toHaveLength(flashes.length)
  const offMs = flashes.map((picture, index) => Math.abs((tonesMs[index] ?? 0) - (picturesMs[picture] ?? 0)))
  expect(Math.max(...offMs), offMs.join()).toBeLessThan(IN_SYNC_MS)
  expect(Math.abs(endMs.sound - endMs.picture)).toBeLessThan(SAME_LENGTH_MS)
}

const codings = {
  mp4: { pcmu: 'flac', pcma: 'flac', aac: 'aac' },
  avi: { pcmu: 'pcm_mulaw', pcma: 'pcm_alaw', aac: 'aac' },
} as const

describe.each(['mp4', 'avi'] as const)('a recording as %s', (format) => {
  it.each(['pcmu', 'pcma', 'aac'] as const)('is heard where it is seen, from a camera that speaks %s', async (codec) => {
    const sound = sounds[codec]
    const heard = await listenToFile(await writeRecording(record(film(sound), () => sound.format).pieces, format))
    expect(heard.codec).toBe(codings[format][codec])
    expectInSync(heard, everySecond)
  })

  it('is in sync behind places where sound did not come, came late or twice', async () => {
    const taken = film(sounds.pcmu).flatMap((unit, index) => {
      const second = (unit.ptsUs - ZERO_US) / 1e6
      if (unit.kind !== 'sound') return [unit]
      // The first two seconds nobody had asked for it; then frames come twice, and with times that are a little off.
      if (second < 1.9 || (second > 3.5 && second < 4.5)) return []
      const uneven = { ...unit, ptsUs: unit.ptsUs + ((index % 7) - 3) * 2_000 }
      return index % 11 === 0 ? [uneven, uneven] : [uneven]
    })
    const heard = await listenToFile(await writeRecording(record(taken, () => sounds.pcmu.format).pieces, format))
    expectInSync(
      heard,
      everySecond.filter((_, second) => ![0, 1, 4].includes(second)),
    )
  })

  it('is in sync to the end when the camera changes its rate', async () => {
    const timeOf = (sequence: number) => (sequence < 60 ? sequence / 20 : 3 + (sequence - 60) / 12)
    const heard = await listenToFile(await writeRecording(record(film(sounds.pcmu, timeOf), () => sounds.pcmu.format).pieces, format))
    expectInSync(heard, [0, 20, 40, 60, 72, 84, 96, 108])
  })
})

it('a recording of a camera that speaks Opus has its sound as MP4', async () => {
  const format = { codec: 'opus', sampleRateHz: 48_000, channels: 1 } as const
  const silent = Uint8Array.of(0xf8, 0xff, 0xfe)
  const sound = { format, headUs: 0, frameUs: 20_000, frames: Array.from({ length: SECONDS * 50 }, () => silent) }
  const heard = await listenToFile(await writeRecording(record(film(sound), () => format).pieces, 'mp4'))
  expect(heard.codec).toBe('opus')
  expect(Math.abs(heard.endMs.sound - heard.endMs.picture)).toBeLessThan(SAME_LENGTH_MS)
})

describe('a recording', () => {
  it('goes on in a new file when the sound becomes of another kind, and in silence when it ends', () => {
    const later = (unit: MediaUnit) => unit.ptsUs > ZERO_US + 3e6
    expect(record(film(sounds.pcmu), (unit) => (later(unit) ? sounds.pcma.format : sounds.pcmu.format)).ends).toEqual(['changed'])
    expect(record(film(sounds.pcmu), (unit) => (later(unit) ? sounds.pcmu.format : undefined)).ends).toEqual(['changed'])
    const quiet = record(
      film(sounds.pcmu).filter((unit) => unit.kind === 'video' || !later(unit)),
      (unit) => (later(unit) ? undefined : sounds.pcmu.format),
    )
    expect(quiet.ends).toEqual(['asked'])
    const samples = quiet.pieces.flatMap(({ sound }) => sound?.samples ?? []).reduce((sum, count) => sum + count, 0)
    expect(Math.abs(samples / 8_000 - SECONDS)).toBeLessThan(0.2)
  })

  it('keeps sound and pictures together when they come from another source', async () => {
    // Its clock begins elsewhere.
    const isSecond = (unit: MediaUnit) => unit.captureMs >= 1_700_000_004_000
    const taken = film(sounds.pcmu).map((unit) => (isSecond(unit) ? { ...unit, ptsUs: unit.ptsUs + 900e6 } : unit))
    const { pieces } = record(
      taken,
      () => sounds.pcmu.format,
      (unit) => (isSecond(unit) ? 2 : 1),
    )
    const file = await writeRecording(pieces, 'mp4')
    const { tonesMs, picturesMs } = await listenToFile(file)
    const last = picturesMs[7 * FPS] ?? 0
    expect(Math.abs((tonesMs.at(-1) ?? 0) - last)).toBeLessThan(IN_SYNC_MS)
  })

  it('begins with what was heard already since the last key frame', () => {
    const past = new PastBuffer()
    const config = { ...shape, sound: sounds.pcmu.format }
    for (const unit of film(sounds.pcmu)) {
      if (unit.kind === 'sound') past.pushSound(unit)
      else past.push(unit, config)
    }
    const heardMs = past.groups.reduce((sum, { sounds }) => sum + sounds.length * 20, 0)
    expect(heardMs).toBeGreaterThan((SECONDS - 1) * 1000)
    past.clear()
    expect(past.bytes).toBe(0)
  })
})
