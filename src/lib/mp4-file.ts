import { ascii } from '#shared/media/ascii.ts'
import { avc1, box, fullBox, hvc1, MATRIX, u16, u32, zeros } from '#shared/media/mp4-boxes.ts'
import { durationsUs } from '#shared/avi/film.ts'
import { soundEntry } from './mp4-sound.ts'
import type { RecordedSamples } from './recorded-samples.ts'

/** Ticks in a second: an hour of them fits into 32 bits. */
const TIMESCALE = 1_000_000
const MDAT_HEAD_BYTES = 8

/**
 * The head of an MP4 file (ISO/IEC 14496-12) whose pieces follow as they are, each with its pictures and behind them its sound: `[head, ...pieces]`
 * is the file. It stands in front of them, so that the file can be played before all of it is there.
 */
export function mp4Head(samples: RecordedSamples): Uint8Array<ArrayBuffer> {
  const ftyp = box('ftyp', ascii('isom'), u32(0x200), ascii('isomiso2avc1mp41'))
  // The addresses of the pieces hang on the length of the head, which does not hang on them.
  const length = ftyp.byteLength + moov(samples, 0).byteLength + MDAT_HEAD_BYTES
  const head = new Uint8Array(length)
  head.set(ftyp)
  head.set(moov(samples, length), ftyp.byteLength)
  const bytes = samples.pieces.reduce((sum, piece) => sum + piece.bytes + piece.soundBytes, MDAT_HEAD_BYTES)
  head.set([...u32(bytes), ...ascii('mdat')], length - MDAT_HEAD_BYTES)
  return head
}

/** Where the pictures of each piece are in the file, and where its sound; pieces without any have no place. */
function chunksOf({ pieces }: RecordedSamples, mediaAt: number): { pictures: Chunk[]; sound: Chunk[] } {
  const chunks: { pictures: Chunk[]; sound: Chunk[] } = { pictures: [], sound: [] }
  let at = mediaAt
  for (const { bytes, count, soundBytes, soundCount } of pieces) {
    if (count > 0) chunks.pictures.push({ at, count })
    if (soundCount > 0) chunks.sound.push({ at: at + bytes, count: soundCount })
    at += bytes + soundBytes
  }
  return chunks
}

function moov(samples: RecordedSamples, mediaAt: number): Uint8Array<ArrayBuffer> {
  const { width, height } = samples.track
  const durations = durationsUs(samples)
  const chunks = chunksOf(samples, mediaAt)
  const pictures: Track = {
    number: 1,
    kind: 'vide',
    head: fullBox('vmhd', 0, 1, zeros(8)),
    shape: [...u16(0), ...u16(0), ...MATRIX, ...u32(width * 0x10000), ...u32(height * 0x10000)],
    timescale: TIMESCALE,
    entry: entryOf(samples.track),
    durations,
    sizes: samples.sizes,
    chunks: chunks.pictures,
    keys: samples.keys,
  }
  const tracks = samples.sound === undefined ? [pictures] : [pictures, soundTrack(samples.sound, chunks.sound)]
  const wholeUs = Math.max(...tracks.map(trackUs))
  const mvhd = fullBox(
    'mvhd',
    0,
    0,
    [...zeros(8), ...u32(TIMESCALE), ...u32(wholeUs), ...u32(0x10000), ...u16(0x100), ...zeros(10)],
    MATRIX,
    [...zeros(24), ...u32(tracks.length + 1)],
  )
  return box('moov', mvhd, ...tracks.map(trak))
}

interface Chunk {
  at: number
  count: number
}

/** A track, in its own time scale. `shape`: its volume, and the size of its pictures. */
interface Track {
  number: number
  kind: 'vide' | 'soun'
  head: Uint8Array
  shape: number[]
  timescale: number
  entry: Uint8Array
  durations: readonly number[]
  sizes: readonly number[]
  chunks: readonly Chunk[]
  /** Missing where decoding can begin everywhere. */
  keys?: readonly boolean[]
}

const lengthOf = ({ durations }: Track) => durations.reduce((sum, duration) => sum + duration, 0)
const trackUs = (track: Track) => Math.round((lengthOf(track) * TIMESCALE) / track.timescale)

function soundTrack({ written, sizes, samples }: NonNullable<RecordedSamples['sound']>, chunks: Chunk[]): Track {
  const whole = samples.reduce((sum, count) => sum + count, 0)
  return {
    number: 2,
    kind: 'soun',
    head: fullBox('smhd', 0, 0, zeros(4)),
    shape: [...u16(0x100), ...u16(0), ...MATRIX, ...u32(0), ...u32(0)],
    timescale: written.rateHz,
    entry: soundEntry(written, whole),
    durations: samples,
    sizes,
    chunks,
  }
}

function trak(track: Track): Uint8Array {
  const length = u32(lengthOf(track))
  const tkhd = fullBox('tkhd', 0, 3, [...zeros(8), ...u32(track.number), ...zeros(4), ...u32(trackUs(track)), ...zeros(12)], track.shape)
  const mdhd = fullBox('mdhd', 0, 0, [...zeros(8), ...u32(track.timescale), ...length, ...u16(0x55c4), ...u16(0)])
  const name = track.kind === 'vide' ? 'video' : 'sound'
  const hdlr = fullBox('hdlr', 0, 0, [...u32(0), ...ascii(track.kind), ...zeros(12), ...ascii(name), 0])
  const dinf = box('dinf', fullBox('dref', 0, 0, u32(1), fullBox('url ', 0, 1)))
  return box('trak', tkhd, box('mdia', mdhd, hdlr, box('minf', track.head, dinf, stbl(track))))
}

function stbl({ entry, durations, sizes, chunks, keys }: Track): Uint8Array {
  const stts = runs(durations).flatMap(({ value, count }) => [count, value])
  const stsc: number[] = []
  let first = 1
  for (const { value, count } of runs(chunks.map((chunk) => chunk.count))) {
    stsc.push(first, value, 1)
    first += count
  }
  const offsets = chunks.map(({ at }) => at)
  const keyNumbers = keys?.flatMap((isKey, index) => (isKey ? [index + 1] : []))
  return box(
    'stbl',
    fullBox('stsd', 0, 0, u32(1), entry),
    fullBox('stts', 0, 0, table(stts, 2)),
    ...(keyNumbers === undefined ? [] : [fullBox('stss', 0, 0, table(keyNumbers, 1))]),
    fullBox('stsc', 0, 0, table(stsc, 3)),
    fullBox('stsz', 0, 0, u32(0), table(sizes, 1)),
    fullBox('stco', 0, 0, table(offsets, 1)),
  )
}

function entryOf({ codec, width, height, parameterSets }: RecordedSamples['track']): Uint8Array {
  if (!codec.startsWith('avc')) return hvc1({ width, height, parameterSets })
  const ofType = (type: number) => parameterSets.find((set) => ((set[0] ?? 0) & 0x1f) === type) ?? new Uint8Array()
  return avc1({ width, height, sps: ofType(7), pps: ofType(8) })
}

/** Rows of numbers behind how many rows there are. */
function table(numbers: readonly number[], columns: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(4 + numbers.length * 4))
  view.setUint32(0, numbers.length / columns)
  numbers.forEach((number, index) => view.setUint32(4 + index * 4, number))
  return new Uint8Array(view.buffer)
}

/** The same number several times in a row, once, with how many times. */
function runs(numbers: readonly number[]): { value: number; count: number }[] {
  const found: { value: number; count: number }[] = []
  for (const value of numbers) {
    const last = found.at(-1)
    if (last?.value === value) last.count += 1
    else found.push({ value, count: 1 })
  }
  return found
}
