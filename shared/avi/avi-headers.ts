import { ascii } from '../media/ascii.ts'
import type { Film, FilmSound } from './film.ts'

const HAS_INDEX = 0x10
const LITTLE = 0xffffffff
/** Of a frame of AAC, as it is told to players: nothing hangs on it. */
const AAC_BLOCK_BYTES = 768

/** Little-endian. */
export function littleU32(value: number): number[] {
  return [value & 255, (value >>> 8) & 255, (value >>> 16) & 255, (value >>> 24) & 255]
}
const u16 = (value: number) => [value & 255, (value >> 8) & 255]
const chunk = (name: string, content: number[]) => [
  ...ascii(name),
  ...littleU32(content.length),
  ...content,
  ...(content.length & 1 ? [0] : []),
]
const list = (name: string, content: number[]) => [...ascii('LIST'), ...littleU32(content.length + 4), ...ascii(name), ...content]

/** What an AVI file says of its streams. `frames`: pictures and empty places. */
export function aviHeaders(samples: Film, { frames, frameUs }: { frames: number; frameUs: number }): number[] {
  const { width, height } = samples.track
  const streams = samples.sound === undefined ? 1 : 2
  const avih = [frameUs, 0, 0, HAS_INDEX, frames, 0, streams, largestOf(samples.sizes), width, height, 0, 0, 0, 0].flatMap(littleU32)
  const sound = samples.sound === undefined ? [] : soundStream(samples.sound)
  return list('hdrl', [...chunk('avih', avih), ...pictureStream(samples, { frames, frameUs }), ...sound])
}

function largestOf(sizes: readonly number[]): number {
  return sizes.reduce((most, size) => Math.max(most, size), 0)
}

function pictureStream({ track, sizes }: Film, { frames, frameUs }: { frames: number; frameUs: number }): number[] {
  const { width, height, codec } = track
  const coding = ascii(codec.startsWith('avc') ? 'H264' : 'HEVC')
  const rates = [0, 0, 0, frameUs, 1_000_000, 0, frames, largestOf(sizes), LITTLE, 0].flatMap(littleU32)
  const strh = [...ascii('vids'), ...coding, ...rates, ...[0, 0, width, height].flatMap(u16)]
  const shape = [...littleU32(40), ...littleU32(width), ...littleU32(height), ...u16(1), ...u16(24)]
  const strf = [...shape, ...coding, ...[width * height * 3, 0, 0, 0, 0].flatMap(littleU32)]
  return list('strl', [...chunk('strh', strh), ...chunk('strf', strf)])
}

/** Of each kind of sound: its number among wave formats, and bits of a sample. */
const waves: Partial<Record<FilmSound['coding'], { tag: number; bits: number }>> = {
  pcm: { tag: 1, bits: 16 },
  pcma: { tag: 6, bits: 8 },
  pcmu: { tag: 7, bits: 8 },
  aac: { tag: 0xff, bits: 16 },
}

function soundStream({ written, sizes, samples }: NonNullable<Film['sound']>): number[] {
  const { coding, rateHz, channels, config } = written
  const { tag, bits } = waves[coding] ?? { tag: 0, bits: 0 }
  const whole = samples.reduce((sum, count) => sum + count, 0)
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  const sampleBytes = (bits / 8) * channels
  // Frames of AAC are counted as they are, what has one length a sample by its bytes.
  const block = config === undefined ? sampleBytes : AAC_BLOCK_BYTES * channels
  const [scale, rate, length] =
    config === undefined ? [sampleBytes, sampleBytes * rateHz, bytes / sampleBytes] : [samples[0] ?? 1, rateHz, sizes.length]
  const counts = [0, 0, 0, scale, rate, 0, length, largestOf(sizes), LITTLE, config === undefined ? sampleBytes : 0].flatMap(littleU32)
  const strh = [...ascii('auds'), ...littleU32(0), ...counts, ...[0, 0, 0, 0].flatMap(u16)]
  const bytesPerSecond = Math.round((bytes * rateHz) / (whole || 1))
  const wave = [...u16(tag), ...u16(channels), ...littleU32(rateHz), ...littleU32(bytesPerSecond), ...u16(block), ...u16(bits)]
  const strf = [...wave, ...u16(config?.byteLength ?? 0), ...(config ?? [])]
  return list('strl', [...chunk('strh', strh), ...chunk('strf', strf)])
}
