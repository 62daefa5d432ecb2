import { ascii, avc1, box, fullBox, hvc1, MATRIX, u16, u32, zeros } from '#contract/mp4-boxes.ts'
import { durationsUs, type RecordedSamples } from './recorded-samples.ts'

/** Ticks in a second: an hour of them fits into 32 bits. */
const TIMESCALE = 1_000_000
const MDAT_HEAD_BYTES = 8

/**
 * The head of an MP4 file (ISO/IEC 14496-12) whose pieces follow as they are: `[head, ...pieces]` is the file. It stands in front of the
 * pictures, so that the file can be played before all of it is there.
 */
export function mp4Head(samples: RecordedSamples): Uint8Array<ArrayBuffer> {
  const ftyp = box('ftyp', ascii('isom'), u32(0x200), ascii('isomiso2avc1mp41'))
  // The addresses of the pieces hang on the length of the head, which does not hang on them.
  const length = ftyp.byteLength + moov(samples, 0).byteLength + MDAT_HEAD_BYTES
  const head = new Uint8Array(length)
  head.set(ftyp)
  head.set(moov(samples, length), ftyp.byteLength)
  const bytes = samples.pieces.reduce((sum, piece) => sum + piece.bytes, MDAT_HEAD_BYTES)
  head.set([...u32(bytes), ...ascii('mdat')], length - MDAT_HEAD_BYTES)
  return head
}

function moov(samples: RecordedSamples, mediaAt: number): Uint8Array<ArrayBuffer> {
  const { width, height } = samples.track
  const durations = durationsUs(samples)
  const wholeUs = durations.reduce((sum, duration) => sum + duration, 0)
  const mvhd = fullBox(
    'mvhd',
    0,
    0,
    [...zeros(8), ...u32(TIMESCALE), ...u32(wholeUs), ...u32(0x10000), ...u16(0x100), ...zeros(10)],
    MATRIX,
    [...zeros(24), ...u32(2)],
  )
  const tkhd = fullBox('tkhd', 0, 3, [...zeros(8), ...u32(1), ...zeros(4), ...u32(wholeUs), ...zeros(16)], MATRIX, [
    ...u32(width * 0x10000),
    ...u32(height * 0x10000),
  ])
  const mdhd = fullBox('mdhd', 0, 0, [...zeros(8), ...u32(TIMESCALE), ...u32(wholeUs), ...u16(0x55c4), ...u16(0)])
  const hdlr = fullBox('hdlr', 0, 0, [...u32(0), ...ascii('vide'), ...zeros(12), ...ascii('video'), 0])
  const dinf = box('dinf', fullBox('dref', 0, 0, u32(1), fullBox('url ', 0, 1)))
  const minf = box('minf', fullBox('vmhd', 0, 1, zeros(8)), dinf, stbl(samples, durations, mediaAt))
  return box('moov', mvhd, box('trak', tkhd, box('mdia', mdhd, hdlr, minf)))
}

function stbl({ track, pieces, sizes, keys }: RecordedSamples, durations: number[], mediaAt: number): Uint8Array {
  const stts = runs(durations)
  const stsc = runs(pieces.map(({ count }) => count)).reduce<{ rows: number[]; at: number }>(
    ({ rows, at }, { value, count }) => ({ rows: [...rows, at, value, 1], at: at + count }),
    { rows: [], at: 1 },
  ).rows
  let at = mediaAt
  const offsets = pieces.map(({ bytes }) => {
    at += bytes
    return at - bytes
  })
  const keyNumbers = keys.flatMap((isKey, index) => (isKey ? [index + 1] : []))
  return box(
    'stbl',
    fullBox('stsd', 0, 0, u32(1), entryOf(track)),
    fullBox(
      'stts',
      0,
      0,
      table(
        stts.flatMap(({ value, count }) => [count, value]),
        2,
      ),
    ),
    fullBox('stss', 0, 0, table(keyNumbers, 1)),
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
