import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { BufferSource } from 'mediabunny'
import { beforeAll, describe, expect, it } from 'vitest'
import type { MediaUnit } from '#contract/media.ts'
import type { SoundFormat } from '#contract/sound.ts'
import { fileTarget } from '#server/video/archive/file-target.ts'
import { tableFirst } from '#server/video/archive/table-first.ts'
import { writePart } from '#server/video/archive/write-part.ts'
import { aviOfMp4 } from '#shared/avi/avi-of-mp4.ts'
import { openMp4 } from '#shared/media/mp4-film.ts'
import { BEEP_EVERY, beepingSounds, film, FPS, SECONDS, shape, ZERO_US } from '#tests/support/beeping-film.ts'
import { listenToFile, type HeardFile } from '#tests/support/listen-to-file.ts'

const IN_SYNC_MS = 40
const SAME_LENGTH_MS = 100
/** Between 4.5 and 5.5 s, none at both. */
const MISSING_PICTURES = 15

let sounds: ReturnType<typeof beepingSounds>
beforeAll(() => {
  sounds = beepingSounds()
})

const secondOf = (unit: MediaUnit) => (unit.ptsUs - ZERO_US) / 1e6

/** The file of a part, whose first picture that is shown is taken at `fromS`: the ones before it are pre-roll. */
async function partOf(units: readonly MediaUnit[], formatAt: (unit: MediaUnit) => SoundFormat | undefined, fromS = 0) {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-part-'))
  const path = join(folder, 'part.mp4')
  async function* recorded(): AsyncGenerator<{ format: typeof shape & { sound?: SoundFormat | undefined }; unit: MediaUnit }, undefined> {
    for (const unit of units) {
      const isBefore = secondOf(unit) < fromS
      if (isBefore && unit.kind === 'sound') continue
      yield { format: { ...shape, sound: formatAt(unit) }, unit: { ...unit, isPreroll: isBefore } }
    }
    return undefined
  }
  const target = await open(path, 'w')
  try {
    const written = await writePart(fileTarget(target), recorded())
    return { written, file: new Uint8Array(await readFile(path)), archive: Buffer.concat(await Readable.from(tableFirst(path)).toArray()) }
  } finally {
    await target.close()
    await rm(folder, { recursive: true })
  }
}

async function aviOf(file: Uint8Array): Promise<Uint8Array> {
  const bytes = await aviOfMp4(new BufferSource(file), () => false)
  const parts: Uint8Array[] = []
  for await (const part of bytes ?? []) parts.push(part)
  return Buffer.concat(parts)
}

/** Tones begin with these pictures. */
function expectInSync({ tonesMs, picturesMs, endMs }: HeardFile, seconds: readonly number[], firstPicture = 0): void {
  expect(tonesMs).toHaveLength(seconds.length)
  const offMs = seconds.map((second, index) => (tonesMs[index] ?? 0) - (picturesMs[second * BEEP_EVERY - firstPicture] ?? Infinity))
  expect(Math.max(...offMs.map(Math.abs)), offMs.join()).toBeLessThan(IN_SYNC_MS)
  expect(Math.abs(endMs.sound - endMs.picture)).toBeLessThan(SAME_LENGTH_MS)
}

/** µ-law has two zeros, of which one comes back. */
function oneZero(bytes: Uint8Array, codec: SoundFormat['codec']): Uint8Array {
  return codec === 'pcmu' ? bytes.map((byte) => (byte === 0x7f ? 0xff : byte)) : bytes
}

const everySecond = Array.from({ length: SECONDS }, (_, second) => second)
const codings = {
  mp4: { pcmu: 'flac', pcma: 'flac', aac: 'aac' },
  avi: { pcmu: 'pcm_mulaw', pcma: 'pcm_alaw', aac: 'aac' },
} as const

describe.each(['pcmu', 'pcma', 'aac'] as const)('a saved part of a camera that speaks %s', (codec) => {
  it('is heard where it is seen, as MP4 and as AVI', async () => {
    const sound = sounds[codec]
    const { file } = await partOf(film(sound), () => sound.format)
    for (const [format, bytes] of [['mp4', file] as const, ['avi', await aviOf(file)] as const]) {
      const heard = await listenToFile(bytes)
      expect(heard.codec).toBe(codings[format][codec])
      expectInSync(heard, everySecond)
    }
  })

  it('is heard as it was by whoever reads the file again', async () => {
    const sound = sounds[codec]
    const { file } = await partOf(film(sound), () => sound.format)
    const again = await openMp4(new BufferSource(file))
    expect(again?.format.sound).toEqual(sound.format)
    const frames: { data: Uint8Array }[] = []
    for await (const frame of again?.sound(0) ?? []) frames.push(frame)
    const said = Buffer.concat(sound.frames.slice(sound.headUs > 0 ? 1 : 0))
    const read = Buffer.concat(frames.map(({ data }) => data))
    const length = Math.min(read.length, said.length)
    expect(length).toBeGreaterThan(said.length * 0.97)
    expect(read.subarray(0, length).equals(oneZero(said.subarray(0, length), codec))).toBe(true)
  })

  it('is in sync where its sound begins late, has a gap, and where nothing was recorded for a while', async () => {
    const sound = sounds[codec]
    const units = film(sound).filter((unit) => {
      const second = secondOf(unit)
      if (second > 4.5 && second < 5.5) return false
      return unit.kind === 'video' || second > 1.51
    })
    const { file } = await partOf(units, () => sound.format)
    for (const bytes of [file, await aviOf(file)]) {
      const heard = await listenToFile(bytes)
      const ofPicture = (second: number) => second * FPS - (second > 5 ? MISSING_PICTURES : 0)
      const tones = [2, 3, 4, 6, 7]
      const offMs = tones.map((second, index) => (heard.tonesMs[index] ?? 0) - (heard.picturesMs[ofPicture(second)] ?? Infinity))
      expect(heard.tonesMs).toHaveLength(tones.length)
      expect(Math.max(...offMs.map(Math.abs)), offMs.join()).toBeLessThan(IN_SYNC_MS)
    }
  })
})

describe('a saved part', () => {
  it('begins with pictures that are not shown, and is heard from the first one on that is', async () => {
    const { file } = await partOf(film(sounds.pcmu), () => sounds.pcmu.format, 2.2)
    const mp4 = await listenToFile(file)
    expect(mp4.tonesMs).toHaveLength(5)
    // AVI shows them too.
    const avi = await listenToFile(await aviOf(file))
    expectInSync(avi, [3, 4, 5, 6, 7])
  })

  it('ends where the sound becomes of another kind, and goes on in silence where it ends', async () => {
    const later = (unit: MediaUnit) => secondOf(unit) > 3
    const changed = await partOf(film(sounds.pcmu), (unit) => (later(unit) ? sounds.aac.format : sounds.pcmu.format))
    expect(changed.written?.changedAtMs).toBe(1_700_000_003_020)
    const silent = await partOf(
      film(sounds.pcmu).filter((unit) => unit.kind === 'video' || !later(unit)),
      (unit) => (later(unit) ? undefined : sounds.pcmu.format),
    )
    expect(silent.written?.changedAtMs).toBeUndefined()
    const heard = await listenToFile(silent.file)
    expectInSync(heard, [0, 1, 2, 3].slice(0, heard.tonesMs.length))
    expect(Math.abs(heard.endMs.picture - SECONDS * 1000)).toBeLessThan(SAME_LENGTH_MS)
  })

  it('of which there is less than a frame of sound is a file all the same', async () => {
    const { file } = await partOf(film(sounds.pcmu).slice(0, 2), () => sounds.pcmu.format)
    const heard = await openMp4(new BufferSource(file))
    expect(heard?.format.width).toBe(640)
  })
})

it.each(['pcmu', 'pcma', 'aac'] as const)(
  'an archive of a camera that speaks %s has its table first, and is heard where it is seen',
  async (codec) => {
    const sound = sounds[codec]
    const { file, archive } = await partOf(film(sound), () => sound.format)
    expect(archive.byteLength).toBe(file.byteLength)
    expect(archive.indexOf('moov')).toBeLessThan(archive.indexOf('mdat'))
    expectInSync(await listenToFile(archive), everySecond)
  },
)
