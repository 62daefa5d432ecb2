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

/** The box type at this place, and where its content begins and ends; undefined when no whole box lies between `at` and `end`. */
export function boxAt(bytes: Uint8Array, at: number, end = bytes.byteLength): { type: string; start: number; end: number } | undefined {
  if (at < 0 || at + 8 > end) return undefined
  const length = (bytes[at] ?? 0) * 2 ** 24 + ((bytes[at + 1] ?? 0) << 16) + ((bytes[at + 2] ?? 0) << 8) + (bytes[at + 3] ?? 0)
  if (length < 8 || at + length > end) return undefined
  return { type: String.fromCharCode(...bytes.subarray(at + 4, at + 8)), start: at + 8, end: at + length }
}

export interface TrackShape {
  width: number
  height: number
  /** One, or all that there are. */
  sps: Uint8Array | readonly Uint8Array[]
  pps: Uint8Array | readonly Uint8Array[]
}

/** How pictures of H.264 are to be decoded. */
export function avc1({ width, height, sps, pps }: TrackShape): Uint8Array {
  const all = (sets: Uint8Array | readonly Uint8Array[]) => (sets instanceof Uint8Array ? [sets] : sets)
  const written = (sets: readonly Uint8Array[]) => sets.flatMap((set) => [u16(set.byteLength), set])
  const [sequences, pictures] = [all(sps), all(pps)]
  const [, profile = 0, compatible = 0, level = 0] = sequences[0] ?? []
  const head = [1, profile, compatible, level, 0xff, 0xe0 | sequences.length]
  return box('avc1', sampleEntry(width, height), box('avcC', head, ...written(sequences), [pictures.length], ...written(pictures)))
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

/** How sound is to be decoded: its coding, channels and rate as every entry of a sound track has them, then what is its own. */
export function soundEntryOf(type: string, { channels, rateHz }: { channels: number; rateHz: number }, ...own: Part[]): Uint8Array {
  const shape = [...zeros(6), ...u16(1), ...zeros(8), ...u16(channels), ...u16(16), ...zeros(4), ...u16(rateHz), ...u16(0)]
  return box(type, shape, ...own)
}

/** Sound in AAC; `config`: its AudioSpecificConfig. ISO/IEC 14496-1, section 7.2.6: a stream of AAC (0x40) that is sound (0x15). */
export function mp4a(shape: { channels: number; rateHz: number }, config: Uint8Array): Uint8Array {
  const part = (tag: number, content: number[]) => [tag, content.length, ...content]
  const decoder = part(4, [0x40, 0x15, ...zeros(11), ...part(5, [...config])])
  return soundEntryOf('mp4a', shape, fullBox('esds', 0, 0, part(3, [...u16(0), 0, ...decoder, ...part(6, [2])])))
}
