import { u16, u32, zeros } from './mp4-boxes.ts'
import { G711_FRAME_SAMPLES } from './sound-lane.ts'

/** FLAC's number for the 1,024 samples of each channel that a frame has. */
const FRAME_SAMPLES_CODE = 10
/** Fixed length of frames, and no word of the rate: `streamInfo` has it. */
const SYNC = [0xff, 0xf8, FRAME_SAMPLES_CODE << 4]
const SIXTEEN_BITS = 4 << 1
/** The samples of a channel as they are. */
const VERBATIM = 2
const HEAD_CRC_POLYNOMIAL = 0x07
const FRAME_CRC_POLYNOMIAL = 0x8005

/** What a file of FLAC says first (RFC 9639, section 8.2): samples of 16 bits, with no sum over all of them. */
export function streamInfo({ rateHz, channels, samples }: { rateHz: number; channels: number; samples: number }): number[] {
  const shape = [rateHz >>> 12, (rateHz >>> 4) & 255, ((rateHz & 15) << 4) | ((channels - 1) << 1), 15 << 4]
  return [...u16(G711_FRAME_SAMPLES), ...u16(G711_FRAME_SAMPLES), ...zeros(6), ...shape, ...u32(samples), ...zeros(16)]
}

/** A frame's number as UTF-8 has it, for as many frames as an hour of any sound has. */
function numberOf(frame: number): number[] {
  const tail = (shift: number) => 0x80 | ((frame >> shift) & 0x3f)
  if (frame < 0x80) return [frame]
  if (frame < 0x800) return [0xc0 | (frame >> 6), tail(0)]
  if (frame < 0x10000) return [0xe0 | (frame >> 12), tail(6), tail(0)]
  return [0xf0 | (frame >> 18), tail(12), tail(6), tail(0)]
}

/** How long the frame of this number is. */
export function flacFrameBytes(frame: number, channels: number): number {
  return SYNC.length + 1 + numberOf(frame).length + 1 + channels * (1 + 2 * G711_FRAME_SAMPLES) + 2
}

/** Writes samples (from -1 to 1, those of the channels taking turns) as a frame of FLAC, which keeps 16 bits of each. */
export function flacFrame(frame: number, channels: number, samples: Float32Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(flacFrameBytes(frame, channels))
  const view = new DataView(bytes.buffer)
  const head = [...SYNC, ((channels - 1) << 4) | SIXTEEN_BITS, ...numberOf(frame)]
  bytes.set([...head, crc(head, HEAD_CRC_POLYNOMIAL, 8)])
  let at = head.length + 1
  for (let channel = 0; channel < channels; channel += 1) {
    bytes[at] = VERBATIM
    at += 1
    for (let sample = channel; sample < samples.length; sample += channels) {
      view.setInt16(at, Math.max(-32_768, Math.min(32_767, Math.round((samples[sample] ?? 0) * 32_768))))
      at += 2
    }
  }
  view.setUint16(at, crc(bytes.subarray(0, at), FRAME_CRC_POLYNOMIAL, 16))
  return bytes
}

/** The samples of such a frame; undefined where it is packed in another way. */
export function samplesOfFlac(frame: Uint8Array, channels: number): Int16Array<ArrayBuffer> | undefined {
  const samples = new Int16Array(G711_FRAME_SAMPLES * channels)
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength)
  let at = frame.byteLength - 2 - channels * (1 + 2 * G711_FRAME_SAMPLES)
  if (at < SYNC.length + 3 || SYNC.some((byte, index) => byte !== frame[index])) return undefined
  for (let channel = 0; channel < channels; channel += 1) {
    if (frame[at] !== VERBATIM) return undefined
    at += 1
    for (let sample = channel; sample < samples.length; sample += channels, at += 2) samples[sample] = view.getInt16(at)
  }
  return samples
}

const tables = new Map<number, Uint16Array>()

/** The remainder of each byte by a polynomial of 8 or 16 bits. */
function tableOf(polynomial: number, bits: 8 | 16): Uint16Array {
  const known = tables.get(polynomial)
  if (known !== undefined) return known
  const top = 1 << (bits - 1)
  const table = Uint16Array.from({ length: 256 }, (_, byte) => {
    let sum = byte << (bits - 8)
    for (let bit = 0; bit < 8; bit += 1) sum = (sum & top) === 0 ? sum << 1 : (sum << 1) ^ polynomial
    return sum & ((top << 1) - 1)
  })
  tables.set(polynomial, table)
  return table
}

/** The remainder of these bytes by a polynomial of 8 or 16 bits. */
function crc(bytes: Iterable<number>, polynomial: number, bits: 8 | 16): number {
  const table = tableOf(polynomial, bits)
  const mask = 2 ** bits - 1
  let sum = 0
  for (const byte of bytes) sum = ((sum << 8) ^ (table[(sum >> (bits - 8)) ^ byte] ?? 0)) & mask
  return sum
}
