import { ascii } from '#shared/media/ascii.ts'
import { avc1, box, fullBox, MATRIX, u16, u32, u64, zeros, type TrackShape } from '#shared/media/mp4-boxes.ts'

/**
 * Fragmented MP4 for Media Source Extensions: one H.264 track, one fragment for each picture (ISO/IEC 14496-12 and -15). Times in
 * the track are µs, so that a picture's presentation time is the unit's own.
 */
const TIMESCALE = 1_000_000
const TRACK_ID = 1
const SAMPLE_IS_KEY = 0x0200_0000
const SAMPLE_IS_DELTA = 0x0101_0000

/** The head of a stream: everything that is known before its first picture. */
export function initSegment(shape: TrackShape): Uint8Array<ArrayBuffer> {
  const { width, height } = shape
  const ftyp = box('ftyp', ascii('isom'), u32(0x200), ascii('isomiso6avc1mp41'))
  const mvhd = fullBox('mvhd', 0, 0, [...zeros(8), ...u32(TIMESCALE), ...u32(0), ...u32(0x10000), ...u16(0x100), ...zeros(10)], MATRIX, [
    ...zeros(24),
    ...u32(TRACK_ID + 1),
  ])
  const tkhd = fullBox('tkhd', 0, 3, [...zeros(8), ...u32(TRACK_ID), ...zeros(24)], MATRIX, [
    ...u32(width * 0x10000),
    ...u32(height * 0x10000),
  ])
  const mdhd = fullBox('mdhd', 0, 0, [...zeros(8), ...u32(TIMESCALE), ...u32(0), ...u16(0x55c4), ...u16(0)])
  const hdlr = fullBox('hdlr', 0, 0, [...u32(0), ...ascii('vide'), ...zeros(12), ...ascii('video'), 0])
  const dinf = box('dinf', fullBox('dref', 0, 0, u32(1), fullBox('url ', 0, 1)))
  const noSamples = [
    fullBox('stts', 0, 0, u32(0)),
    fullBox('stsc', 0, 0, u32(0)),
    fullBox('stsz', 0, 0, zeros(8)),
    fullBox('stco', 0, 0, u32(0)),
  ]
  const stbl = box('stbl', fullBox('stsd', 0, 0, u32(1), avc1(shape)), ...noSamples)
  const minf = box('minf', fullBox('vmhd', 0, 1, zeros(8)), dinf, stbl)
  const trak = box('trak', tkhd, box('mdia', mdhd, hdlr, minf))
  const trex = fullBox('trex', 0, 0, [...u32(TRACK_ID), ...u32(1), ...zeros(12)])
  const moov = box('moov', mvhd, trak, box('mvex', trex))
  return joined(ftyp, moov)
}

export interface Sample {
  sequence: number
  ptsUs: number
  durationUs: number
  isKey: boolean
  /** NAL units behind their lengths. */
  data: Uint8Array
}

/** One picture as a fragment of its own. */
export function fragment(sample: Sample): Uint8Array<ArrayBuffer> {
  const mfhd = fullBox('mfhd', 0, 0, u32(sample.sequence))
  const tfhd = fullBox('tfhd', 0, 0x020000, u32(TRACK_ID)) // base is the moof
  const tfdt = fullBox('tfdt', 1, 0, u64(sample.ptsUs))
  // data offset, duration, size and flags are there
  const trun = (offset: number) =>
    fullBox('trun', 0, 0x000701, [
      ...u32(1),
      ...u32(offset),
      ...u32(Math.round(sample.durationUs)),
      ...u32(sample.data.byteLength),
      ...u32(sample.isKey ? SAMPLE_IS_KEY : SAMPLE_IS_DELTA),
    ])
  const moof = (offset: number) => box('moof', mfhd, box('traf', tfhd, tfdt, trun(offset)))
  return joined(moof(moof(0).byteLength + 8), box('mdat', sample.data))
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(first.byteLength + second.byteLength)
  bytes.set(first)
  bytes.set(second, first.byteLength)
  return bytes
}
