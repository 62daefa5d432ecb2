import { decodeG711 } from '#shared/media/g711.ts'
import { talkFormat } from '#contract/sound.ts'
import type { BackTrack } from './sdp.ts'

const RTP_HEADER_BYTES = 12
const VERSION_2 = 0x80
const MARKER = 0x80
/** The clock of who talks may be off by this much before it counts: less is how the network delivers, more is a pause. */
const PAUSE_US = 200_000

/** A-law of µ-law, byte by byte: whatever comes nearest. */
const aLawOf = Uint8Array.from(decodeG711(everyByte(), 'mu'), (sample) => nearest(decodeG711(everyByte(), 'a'), sample))

function everyByte(): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, byte) => byte)
}

function nearest(samples: Float32Array, wanted: number): number {
  return samples.reduce((best, sample, byte) => (Math.abs(sample - wanted) < Math.abs((samples[best] ?? 0) - wanted) ? byte : best), 0)
}

/** Makes RTP packets (RFC 3551) of what a person says: frames of `talkFormat` in, packets in what the camera understands out. */
export class SpeechPacketizer {
  readonly #track: Pick<BackTrack, 'payloadType' | 'law'>
  readonly #ssrc: number
  #sequence: number
  #timestamp: number
  /** When the next frame is to begin, on the clock of who talks. */
  #nextUs: number | undefined

  /** `random`: from 0 up to 1. */
  constructor(track: Pick<BackTrack, 'payloadType' | 'law'>, random: () => number = Math.random) {
    this.#track = track
    this.#ssrc = Math.floor(random() * 2 ** 32)
    this.#sequence = Math.floor(random() * 2 ** 16)
    this.#timestamp = Math.floor(random() * 2 ** 32)
  }

  packet({ ptsUs, data }: { ptsUs: number; data: Uint8Array }): Buffer {
    const pausedUs = this.#nextUs === undefined ? 0 : ptsUs - this.#nextUs
    const isAfterPause = pausedUs > PAUSE_US
    const isFirst = this.#nextUs === undefined
    if (isAfterPause) this.#timestamp += ticksOf(pausedUs)
    const startUs = isFirst || isAfterPause ? ptsUs : (this.#nextUs ?? ptsUs)
    this.#nextUs = startUs + (data.length * 1e6) / talkFormat.sampleRateHz

    const bytes = Buffer.alloc(RTP_HEADER_BYTES + data.length)
    bytes.writeUInt8(VERSION_2, 0)
    bytes.writeUInt8((isFirst || isAfterPause ? MARKER : 0) | this.#track.payloadType, 1)
    bytes.writeUInt16BE(this.#sequence & 0xffff, 2)
    bytes.writeUInt32BE(this.#timestamp % 2 ** 32, 4)
    bytes.writeUInt32BE(this.#ssrc, 8)
    bytes.set(this.#track.law === 'mu' ? data : data.map((byte) => aLawOf[byte] ?? 0), RTP_HEADER_BYTES)
    this.#sequence += 1
    this.#timestamp += data.length
    return bytes
  }
}

function ticksOf(us: number): number {
  return Math.round((us * talkFormat.sampleRateHz) / 1e6)
}
