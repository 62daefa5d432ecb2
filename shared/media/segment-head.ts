import { ascii } from './ascii.ts'
import { avc1, box, fullBox, hvc1, MATRIX, mp4a, soundEntryOf, u16, u32, u64, zeros } from './mp4-boxes.ts'

/** Times in recordings are µs. */
const SEGMENT_TIMESCALE = 1_000_000
export const PICTURES_TRACK = 1
export const SOUND_TRACK = 2

export interface SegmentPictures {
  codec: 'h264' | 'h265'
  width: number
  height: number
  /** NAL units without start codes. */
  parameterSets: readonly Uint8Array[]
}

/** `config`: the AudioSpecificConfig of AAC. */
export interface SegmentSound {
  codec: 'aac' | 'pcmu' | 'pcma'
  sampleRateHz: number
  channels: number
  config?: Uint8Array
}

interface SegmentShape {
  pictures: SegmentPictures
  sound: SegmentSound | undefined
  /** The time of the first picture, µs: players show it as their beginning. */
  startUs: number
}

/** What a segment of a recording begins with: a fragmented MP4 (ISO/IEC 14496-12) with a track of pictures and perhaps one of sound. */
export function segmentHead({ pictures, sound, startUs }: SegmentShape): Uint8Array<ArrayBuffer> {
  const { width, height } = pictures
  const size = [...u32(width * 0x10000), ...u32(height * 0x10000)]
  const tracks = [track(PICTURES_TRACK, 'vide', startUs, { volume: 0, size, kindHead: fullBox('vmhd', 0, 1, zeros(8)) }, entryOf(pictures))]
  if (sound) {
    const shape = { volume: 0x100, size: zeros(8), kindHead: fullBox('smhd', 0, 0, zeros(4)) }
    tracks.push(track(SOUND_TRACK, 'soun', startUs, shape, soundEntry(sound)))
  }
  const ftyp = box('ftyp', ascii('iso6'), u32(0), ascii('iso6isommp41'))
  const rate = [...zeros(8), ...u32(SEGMENT_TIMESCALE), ...u32(0), ...u32(0x10000), ...u16(0x100), ...zeros(10)]
  const mvhd = fullBox('mvhd', 0, 0, rate, MATRIX, [...zeros(24), ...u32(tracks.length + 1)])
  const fragments = tracks.map((_, index) => fullBox('trex', 0, 0, [...u32(index + 1), ...u32(1), ...zeros(12)]))
  const moov = box('moov', mvhd, ...tracks, box('mvex', ...fragments))
  const head = new Uint8Array(ftyp.byteLength + moov.byteLength)
  head.set(ftyp)
  head.set(moov, ftyp.byteLength)
  return head
}

function track(
  id: number,
  kind: 'vide' | 'soun',
  startUs: number,
  { volume, size, kindHead }: { volume: number; size: number[]; kindHead: Uint8Array },
  entry: Uint8Array,
): Uint8Array {
  const tkhd = fullBox('tkhd', 0, 3, [...zeros(8), ...u32(id), ...zeros(20), ...u16(volume), ...u16(0)], MATRIX, size)
  const edit = box('edts', fullBox('elst', 1, 0, u32(1), u64(0), u64(startUs), u32(0x10000)))
  const mdhd = fullBox('mdhd', 0, 0, [...zeros(8), ...u32(SEGMENT_TIMESCALE), ...u32(0), ...u16(0x55c4), ...u16(0)])
  const hdlr = fullBox('hdlr', 0, 0, [...u32(0), ...ascii(kind), ...zeros(12), ...ascii(kind === 'vide' ? 'video' : 'sound'), 0])
  const dinf = box('dinf', fullBox('dref', 0, 0, u32(1), fullBox('url ', 0, 1)))
  const none = [zeros(4), zeros(4), zeros(8), zeros(4)]
  const tables = ['stts', 'stsc', 'stsz', 'stco'].map((type, index) => fullBox(type, 0, 0, none[index] ?? []))
  const stbl = box('stbl', fullBox('stsd', 0, 0, u32(1), entry), ...tables)
  return box('trak', tkhd, edit, box('mdia', mdhd, hdlr, box('minf', kindHead, dinf, stbl)))
}

function entryOf({ codec, width, height, parameterSets }: SegmentPictures): Uint8Array {
  if (codec === 'h265') return hvc1({ width, height, parameterSets: [...parameterSets] })
  const ofType = (type: number) => parameterSets.filter((set) => ((set[0] ?? 0) & 0x1f) === type)
  return avc1({ width, height, sps: ofType(7), pps: ofType(8) })
}

/** G.711 has names of its own, which FFmpeg and players that are built on it know. */
function soundEntry({ codec, sampleRateHz: rateHz, channels, config = new Uint8Array() }: SegmentSound): Uint8Array {
  const shape = { channels, rateHz }
  return codec === 'aac' ? mp4a(shape, config) : soundEntryOf(codec === 'pcmu' ? 'ulaw' : 'alaw', shape)
}
