import { nalUnits, START_CODE } from './annex-b.ts'
import type { ParameterSets } from './parameter-sets.ts'
import type { RtpPacket } from './rtp.ts'
import type { Unpacked, VideoCodec } from './video-codec.ts'

/** A whole coded picture with all that belongs to it, not yet on any clock. */
export interface RawUnit {
  /** Annex B; a key frame has its parameter sets with it */
  data: Uint8Array
  isKey: boolean
  rtpTimestamp: number
  /** when its first packet arrived, as given to `push` */
  arrivalMs: number
}

/** Counts since the session began. */
export interface DepacketizerStats {
  units: number
  droppedUnits: number
  lostPackets: number
}

const MAX_UNIT_BYTES = 8 * 1024 * 1024

/**
 * Puts access units together from RTP packets, in the order they arrive.
 *
 * A unit ends with the marker bit, or when the timestamp changes. After a lost packet nothing is handed out until the next whole key
 * frame: a picture without its reference would show what was not there, and decoders in hardware refuse it. Only where all that was lost
 * belongs to a picture that no other one is built on, that picture alone is left out. A start, which a camera makes anywhere, is a loss, too.
 */
export class VideoDepacketizer {
  readonly stats: DepacketizerStats = { units: 0, droppedUnits: 0, lostPackets: 0 }
  readonly #codec: VideoCodec
  readonly #sets: ParameterSets
  readonly #onUnit: (unit: RawUnit) => void
  #scratch = Buffer.allocUnsafe(64 * 1024)
  #length = 0
  #timestamp = 0
  #arrivalMs = 0
  #isBroken = false
  #inFragment = false
  #needsKey = true
  #nextSequence: number | undefined
  #lastUnitTimestamp: number | undefined
  /** Some cameras set the marker on every slice; then only a new timestamp ends a picture. */
  #trustsMarker = true

  constructor(codec: VideoCodec, sets: ParameterSets, onUnit: (unit: RawUnit) => void) {
    this.#codec = codec
    this.#sets = sets
    this.#onUnit = onUnit
  }

  push(packet: RtpPacket, arrivalMs: number): void {
    const { payload } = packet
    if (this.#nextSequence !== undefined && packet.sequence === ((this.#nextSequence - 1) & 0xffff)) return // sent twice
    const hasGap = packet.sequence !== this.#nextSequence
    if (hasGap && this.#nextSequence !== undefined) this.stats.lostPackets += (packet.sequence - this.#nextSequence) & 0xffff
    this.#nextSequence = (packet.sequence + 1) & 0xffff

    if (hasGap) {
      // Between two packets of one picture nothing of another one can have been lost.
      const isWithin = (this.#length > 0 || this.#isBroken) && packet.timestamp === this.#timestamp
      if (!isWithin || !this.#codec.isSpare(payload)) this.#needsKey = true
      if (this.#length > 0) this.#isBroken = true
    }
    if (packet.timestamp !== this.#timestamp && (this.#length > 0 || this.#isBroken)) this.#endUnit()
    if (this.#length === 0 && !this.#isBroken) {
      this.#timestamp = packet.timestamp
      this.#arrivalMs = arrivalMs
      if (hasGap && !this.#beginsPicture(payload)) this.#isBroken = true
      if (packet.timestamp === this.#lastUnitTimestamp && this.#continuesPicture(payload)) {
        this.#trustsMarker = false
        this.#needsKey = true
        this.#isBroken = true
      }
    }
    if (!this.#isBroken && !this.#take(payload)) {
      this.#isBroken = true
      this.#needsKey = true
    }
    if (packet.marker && this.#trustsMarker) this.#endUnit()
  }

  /** Adds the NAL units of one payload; false when it is malformed or does not fit what came before. */
  #take(payload: Uint8Array): boolean {
    if (payload.length === 0) return true // an empty packet only keeps a path open
    const unpacked = this.#codec.unpack(payload)
    if (unpacked === undefined) return false
    if (unpacked.kind === 'piece') return this.#takePiece(unpacked)
    if (this.#inFragment) return false
    // Whatever becomes of the picture behind them: where packets get lost, few are whole.
    for (const nal of unpacked.nals) if (this.#codec.sets.includes(this.#codec.typeOf(nal))) this.#sets.take(nal)
    return unpacked.nals.every((nal) => this.#append(START_CODE) && this.#append(nal))
  }

  #takePiece({ isFirst, isLast, header, data }: Extract<Unpacked, { kind: 'piece' }>): boolean {
    if (isFirst === this.#inFragment) return false
    if (isFirst && !(this.#append(START_CODE) && this.#append(header))) return false
    this.#inFragment = !isLast
    return this.#append(data)
  }

  #append(bytes: Uint8Array): boolean {
    const needed = this.#length + bytes.length
    if (needed > MAX_UNIT_BYTES) return false
    if (needed > this.#scratch.length) {
      const larger = Buffer.allocUnsafe(2 ** Math.ceil(Math.log2(needed)))
      this.#scratch.copy(larger, 0, 0, this.#length)
      this.#scratch = larger
    }
    this.#scratch.set(bytes, this.#length)
    this.#length = needed
    return true
  }

  #endUnit(): void {
    // What broke it has decided whether the pictures behind it suffer.
    if (this.#isBroken) this.stats.droppedUnits++
    else if (this.#inFragment || this.#length === 0) this.#drop()
    else this.#handOut(this.#scratch.subarray(0, this.#length))
    this.#length = 0
    this.#isBroken = false
    this.#inFragment = false
  }

  #handOut(bytes: Uint8Array): void {
    const found = this.#inspect(bytes)
    if (!found.hasSlice) return // some cameras send parameter sets as a unit of their own: they are kept
    this.#lastUnitTimestamp = this.#timestamp
    if (found.isKey && this.#sets.isComplete) this.#needsKey = false
    if (this.#needsKey) return this.#drop()
    const data = found.isKey && !found.hasSets ? this.#withSets(bytes, found.setsAt) : new Uint8Array(bytes)
    this.stats.units++
    this.#onUnit({ data, isKey: found.isKey, rtpTimestamp: this.#timestamp, arrivalMs: this.#arrivalMs })
  }

  #drop(): void {
    this.stats.droppedUnits++
    this.#needsKey = true
  }

  /** Looks at all that stands before the first slice, and keeps the parameter sets in it. */
  #inspect(bytes: Uint8Array): { hasSlice: boolean; isKey: boolean; hasSets: boolean; setsAt: number } {
    const codec = this.#codec
    const seen = new Set<number>()
    let setsAt = 0
    for (const nal of nalUnits(bytes)) {
      const type = codec.typeOf(nal)
      if (codec.isSlice(type))
        return { hasSlice: true, isKey: codec.isKey(type), hasSets: codec.sets.every((set) => seen.has(set)), setsAt }
      if (type === codec.delimiter) setsAt = nal.byteOffset - bytes.byteOffset + nal.length // it has to stay in front
      if (codec.sets.includes(type)) this.#sets.take(nal)
      seen.add(type)
    }
    return { hasSlice: false, isKey: false, hasSets: false, setsAt }
  }

  #withSets(bytes: Uint8Array, at: number): Uint8Array {
    const sets = [...this.#sets.all()].flatMap((nal) => [START_CODE, nal])
    return new Uint8Array(Buffer.concat([bytes.subarray(0, at), ...sets, bytes.subarray(at)]))
  }

  /** True when nothing of this picture can have been lost before this payload. */
  #beginsPicture(payload: Uint8Array): boolean {
    const nal = this.#codec.firstNal(payload)
    if (!nal) return false
    return this.#codec.isSlice(nal.type) ? nal.isFirstSlice : this.#codec.isTop(nal.type)
  }

  #continuesPicture(payload: Uint8Array): boolean {
    const nal = this.#codec.firstNal(payload)
    return nal !== undefined && this.#codec.isSlice(nal.type) && !nal.isFirstSlice
  }
}
