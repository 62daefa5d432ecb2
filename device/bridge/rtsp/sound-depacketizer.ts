import type { RtpPacket } from './rtp.ts'
import type { SdpSound } from './sdp.ts'

/** One frame of sound: of AAC an access unit, of G.711 what one packet brings. */
export interface RawSound {
  /** owned by the receiver */
  data: Uint8Array
  rtpTimestamp: number
  /** when its packet arrived, as given to `push` */
  arrivalMs: number
}

/** AAC has 6144 bits a channel at most; nobody sends more than that for eight of them. */
const MAX_FRAME_BYTES = 6_144
const MAX_HEADERS = 64

/** Takes frames of sound out of RTP packets: G.711 as it is (RFC 3551), AAC by its headers (RFC 3640). What is lost is not heard, and no more. */
export class SoundDepacketizer {
  readonly #track: SdpSound
  readonly #onSound: (sound: RawSound) => void
  /** The pieces of a frame too large for one packet. */
  #pieces: Buffer[] = []
  #missingBytes = 0
  #nextSequence: number | undefined

  constructor(track: SdpSound, onSound: (sound: RawSound) => void) {
    this.#track = track
    this.#onSound = onSound
  }

  push(packet: RtpPacket, arrivalMs: number): void {
    const isInOrder = packet.sequence === this.#nextSequence
    if (this.#nextSequence !== undefined && packet.sequence === ((this.#nextSequence - 1) & 0xffff)) return // sent twice
    this.#nextSequence = (packet.sequence + 1) & 0xffff
    if (packet.payload.length === 0) return
    if (this.#track.format.codec !== 'aac') return this.#handOut(packet.payload, packet.timestamp, arrivalMs)
    if (!isInOrder) this.#missingBytes = 0
    this.#takeAac(packet, arrivalMs)
  }

  #takeAac({ payload, timestamp }: RtpPacket, arrivalMs: number): void {
    const { sizeBits, indexBits, frameTicks } = this.#track
    const bytes = Buffer.from(payload.buffer, payload.byteOffset, payload.length)
    if (bytes.length < 2) return
    const headerBits = sizeBits + indexBits
    const headersEnd = 2 + Math.ceil(bytes.readUInt16BE(0) / 8)
    const count = Math.floor(bytes.readUInt16BE(0) / headerBits)
    if (count < 1 || count > MAX_HEADERS || headersEnd > bytes.length) return
    let at = headersEnd
    for (let frame = 0; frame < count; frame++) {
      const size = readBits(bytes, 16 + frame * headerBits, sizeBits)
      if (at + size > bytes.length) return count === 1 ? this.#takePiece(bytes.subarray(at), size, timestamp, arrivalMs) : undefined
      this.#handOut(bytes.subarray(at, at + size), (timestamp + frame * frameTicks) >>> 0, arrivalMs)
      at += size
    }
  }

  /** A piece bears the size of the whole frame. */
  #takePiece(piece: Buffer, size: number, timestamp: number, arrivalMs: number): void {
    if (this.#missingBytes === 0) {
      if (size > MAX_FRAME_BYTES) return
      this.#pieces = []
      this.#missingBytes = size
    }
    this.#pieces.push(Buffer.from(piece)) // a copy: the packet is overwritten
    this.#missingBytes = Math.max(this.#missingBytes - piece.length, 0)
    if (this.#missingBytes === 0) this.#handOut(Buffer.concat(this.#pieces).subarray(0, size), timestamp, arrivalMs)
  }

  #handOut(data: Uint8Array, rtpTimestamp: number, arrivalMs: number): void {
    if (data.length > 0) this.#onSound({ data: new Uint8Array(data), rtpTimestamp, arrivalMs })
  }
}

function readBits(bytes: Buffer, at: number, count: number): number {
  let value = 0
  for (let bit = at; bit < at + count; bit++) value = value * 2 + (((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1)
  return value
}
