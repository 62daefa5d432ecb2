import { ascii } from './ascii.ts'

/** The parts that MP4 files are made of (ISO/IEC 14496-12 and -15): of live fragments, and of recordings. Numbers are big-endian. */
type Part = number[] | Uint8Array

export const u16 = (value: number) => [(value >> 8) & 255, value & 255]
export const u32 = (value: number) => [(value >>> 24) & 255, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]
export const u64 = (value: number) => [...u32(Math.floor(value / 2 ** 32)), ...u32(value % 2 ** 32)]
export const zeros = (count: number) => Array.from({ length: count }, () => 0)
/** The matrix that changes nothing. */
export const MATRIX = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000].flatMap(u32)

/** A box of this type around its parts. */
export function box(type: string, ...parts: Part[]): Uint8Array<ArrayBuffer> {
  const length = parts.reduce((sum, part) => sum + part.length, 8)
  const bytes = new Uint8Array(length)
  bytes.set([...u32(length), ...ascii(type)])
  let at = 8
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

/** A box that begins with its version and flags. */
export function fullBox(type: string, version: number, flags: number, ...parts: Part[]): Uint8Array<ArrayBuffer> {
  return box(type, [...u32((version << 24) | flags)], ...parts)
}

export interface TrackShape {
  width: number
  height: number
  sps: Uint8Array
  pps: Uint8Array
}

/** How pictures of H.264 are to be decoded. */
export function avc1({ width, height, sps, pps }: TrackShape): Uint8Array {
  const avcC = box(
    'avcC',
    [1, sps[1] ?? 0, sps[2] ?? 0, sps[3] ?? 0, 0xff, 0xe1, ...u16(sps.byteLength)],
    sps,
    [1, ...u16(pps.byteLength)],
    pps,
  )
  return box('avc1', sampleEntry(width, height), avcC)
}

/** How pictures of H.265 are to be decoded: the parameter sets, and of what they say only what every file has to (ISO/IEC 14496-15, 8.3.3). */
export function hvc1({ width, height, parameterSets }: Pick<TrackShape, 'width' | 'height'> & { parameterSets: Uint8Array[] }): Uint8Array {
  const typeOf = (set: Uint8Array) => ((set[0] ?? 0) >> 1) & 0x3f
  const sps = withoutEmulation(parameterSets.find((set) => typeOf(set) === 33) ?? new Uint8Array(16))
  // Profile, tier, level: twelve bytes behind the head of the NAL unit and one byte of identifiers.
  const profile = Array.from({ length: 12 }, (_, index) => sps[3 + index] ?? 0)
  const arrays = parameterSets.map((set) => [0x80 | typeOf(set), ...u16(1), ...u16(set.byteLength), ...set])
  const known = [1, ...profile, ...u16(0xf000), 0xfc, 0xfd, 0xf8, 0xf8, ...u16(0), 0x0f]
  return box('hvc1', sampleEntry(width, height), box('hvcC', known, [arrays.length], ...arrays))
}

/** Bytes of a NAL unit without those that only keep start codes out of it. */
function withoutEmulation(nal: Uint8Array): number[] {
  return Array.from(nal).filter((byte, index) => !(byte === 3 && index >= 2 && nal[index - 1] === 0 && nal[index - 2] === 0))
}

function sampleEntry(width: number, height: number): number[] {
  const size = [...zeros(6), ...u16(1), ...zeros(16), ...u16(width), ...u16(height)]
  return [...size, ...u32(0x480000), ...u32(0x480000), ...u32(0), ...u16(1), ...zeros(32), ...u16(24), 0xff, 0xff]
}
