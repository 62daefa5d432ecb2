import type { RecordPiece } from '#contract/record-piece.ts'
import { durationsUs, usualUs, type RecordedSamples } from './recorded-samples.ts'

/** A gap longer than this many pictures is filled, so that what comes after it stands at its time. */
const GAP = 1.9
const KEY_FRAME = 0x10
const HAS_INDEX = 0x10
const START_CODE = Uint8Array.of(0, 0, 0, 1)

/** Little-endian. */
function u32(value: number): number[] {
  return [value & 255, (value >>> 8) & 255, (value >>> 16) & 255, (value >>> 24) & 255]
}
const u16 = (value: number) => [value & 255, (value >> 8) & 255]
const ascii = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0))
/** A compressed picture of the first stream. */
const PICTURE = ascii('00dc')
const INDEX_NUMBERS = 3
const chunk = (name: string, content: number[]) => [...ascii(name), ...u32(content.length), ...content]
const list = (name: string, content: number[]) => [...ascii('LIST'), ...u32(content.length + 4), ...ascii(name), ...content]

/** How many places of equal length a picture has: AVI knows one rate for the whole file. */
function placesOf(durationUs: number, frameUs: number): number {
  return durationUs > frameUs * GAP ? Math.round(durationUs / frameUs) : 1
}

const padded = (bytes: number) => bytes + (bytes & 1)

/** What stands before and behind the pictures of an AVI file, and the pictures of a piece as AVI has them, each NAL unit behind a start code. */
interface AviFile {
  head: Uint8Array<ArrayBuffer>
  /** `first`: the number of the piece's first picture in the recording. */
  pieceOf(piece: Pick<RecordPiece, 'sizes' | 'data'>, first: number): Uint8Array<ArrayBuffer>
  foot: Uint8Array<ArrayBuffer>
}

/**
 * A recording as AVI: `[head, …each piece, foot]` is the file. AVI knows one rate for all pictures: the usual one, with empty places where the
 * camera was away. A recording ends before 2 GB, which all readers of the first AVI take.
 */
export function aviFile(samples: RecordedSamples): AviFile {
  const durations = durationsUs(samples)
  const frameUs = usualUs(durations, samples.track.fps)
  const places = durations.map((durationUs) => placesOf(durationUs, frameUs))
  const { index, endAt } = indexOf(samples, places)
  const foot = idx1(index)
  const frames = index.length / INDEX_NUMBERS
  const headers = hdrl(samples, { frames, frameUs })
  const riffBytes = 4 + headers.length + 8 + endAt + foot.byteLength
  const riff = [...ascii('RIFF'), ...u32(riffBytes), ...ascii('AVI ')]
  const head = new Uint8Array([...riff, ...headers, ...ascii('LIST'), ...u32(endAt), ...ascii('movi')])
  return { head, foot, pieceOf: (piece, first) => aviPiece(piece, places.slice(first, first + piece.sizes.length)) }
}

/** Of each picture and each empty place: flags, address behind `LIST` and its length, bytes. */
function indexOf({ sizes, keys }: RecordedSamples, places: number[]): { index: number[]; endAt: number } {
  const index: number[] = []
  let at = 4
  sizes.forEach((size, sample) => {
    index.push(keys[sample] ? KEY_FRAME : 0, at, size)
    at += 8 + padded(size)
    for (let place = 1; place < (places[sample] ?? 1); place += 1) {
      index.push(0, at, 0)
      at += 8
    }
  })
  return { index, endAt: at }
}

function idx1(index: number[]): Uint8Array<ArrayBuffer> {
  const frames = index.length / INDEX_NUMBERS
  const bytes = new Uint8Array(8 + frames * 16)
  const view = new DataView(bytes.buffer)
  bytes.set([...ascii('idx1'), ...u32(frames * 16)])
  for (let frame = 0; frame < frames; frame += 1) {
    bytes.set(PICTURE, 8 + frame * 16)
    for (let part = 0; part < INDEX_NUMBERS; part += 1)
      view.setUint32(12 + frame * 16 + part * 4, index[frame * INDEX_NUMBERS + part] ?? 0, true)
  }
  return bytes
}

function hdrl({ track, sizes }: RecordedSamples, { frames, frameUs }: { frames: number; frameUs: number }): number[] {
  const { width, height, codec } = track
  const coding = ascii(codec.startsWith('avc') ? 'H264' : 'HEVC')
  const largest = sizes.reduce((most, size) => Math.max(most, size), 0)
  const zero = u32(0)
  const avih = [frameUs, 0, 0, HAS_INDEX, frames, 0, 1, largest, width, height, 0, 0, 0, 0].flatMap(u32)
  const strh = [
    ...ascii('vids'),
    ...coding,
    ...zero,
    ...zero,
    ...zero,
    ...u32(frameUs),
    ...u32(1_000_000),
    ...zero,
    ...u32(frames),
    ...u32(largest),
    ...u32(0xffffffff),
    ...zero,
    ...[0, 0, width, height].flatMap(u16),
  ]
  const strf = [
    ...u32(40),
    ...u32(width),
    ...u32(height),
    ...u16(1),
    ...u16(24),
    ...coding,
    ...u32(width * height * 3),
    ...zero,
    ...zero,
    ...zero,
    ...zero,
  ]
  return list('hdrl', [...chunk('avih', avih), ...list('strl', [...chunk('strh', strh), ...chunk('strf', strf)])])
}

function aviPiece({ sizes, data }: Pick<RecordPiece, 'sizes' | 'data'>, places: number[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(sizes.reduce((sum, size, index) => sum + padded(size) + 8 * (places[index] ?? 1), 0))
  let from = 0
  let at = 0
  sizes.forEach((size, index) => {
    bytes.set([...PICTURE, ...u32(size)], at)
    bytes.set(data.subarray(from, from + size), at + 8)
    toStartCodes(bytes.subarray(at + 8, at + 8 + size))
    from += size
    at += 8 + padded(size)
    for (let place = 1; place < (places[index] ?? 1); place += 1) {
      bytes.set([...PICTURE, ...u32(0)], at)
      at += 8
    }
  })
  return bytes
}

/** A length in front of a NAL unit has as many bytes as a start code. */
function toStartCodes(picture: Uint8Array): void {
  const view = new DataView(picture.buffer, picture.byteOffset, picture.byteLength)
  for (let at = 0; at + 4 <= picture.byteLength; ) {
    const length = view.getUint32(at)
    picture.set(START_CODE, at)
    at += 4 + length
  }
}
