import { isSlice, NAL, nalType, nalUnits, START_CODE } from './annex-b.ts'
import type { ParameterSets } from './parameter-sets.ts'
import type { RtpPacket } from './rtp.ts'

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
const STAP_A = 24
const FU_A = 28

/**
 * Puts access units together from RTP packets (RFC 6184: single NAL units, STAP-A, FU-A), in the order they arrive.
 *
 * A unit ends with the marker bit, or when the timestamp changes. After a lost packet nothing is handed out until the next whole key
 * frame: a picture without its reference would show as smear. The same holds for the start, which a camera makes anywhere.
 */
export class H264Depacketizer {
  readonly stats: DepacketizerStats = { units: 0, droppedUnits: 0, lostPackets: 0 }
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

  constructor(sets: ParameterSets, onUnit: (unit: RawUnit) => void) {
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
      this.#needsKey = true
      if (this.#length > 0) this.#isBroken = true
    }
    if (packet.timestamp !== this.#timestamp && (this.#length > 0 || this.#isBroken)) this.#endUnit()
    if (this.#length === 0 && !this.#isBroken) {
      this.#timestamp = packet.timestamp
      this.#arrivalMs = arrivalMs
      if (hasGap && !beginsPicture(payload)) this.#isBroken = true
      if (packet.timestamp === this.#lastUnitTimestamp && continuesPicture(payload)) {
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
    const first = payload[0]
    if (first === undefined) return true // an empty packet only keeps a path open
    if ((first & 0x80) !== 0) return false
    const type = first & 0x1f
    if (type === FU_A) return this.#takeFragment(payload)
    if (this.#inFragment) return false
    if (type === STAP_A) return this.#takeAggregate(payload)
    return type >= 1 && type < STAP_A && this.#append(START_CODE) && this.#append(payload)
  }

  #takeAggregate(payload: Uint8Array): boolean {
    let at = 1
    while (at + 2 < payload.length) {
      const size = ((payload[at] ?? 0) << 8) | (payload[at + 1] ?? 0)
      at += 2
      const type = (payload[at] ?? 0) & 0x1f
      if (size === 0 || at + size > payload.length || type === 0 || type >= STAP_A) return false
      if (!this.#append(START_CODE) || !this.#append(payload.subarray(at, at + size))) return false
      at += size
    }
    return at === payload.length && at > 1
  }

  #takeFragment(payload: Uint8Array): boolean {
    const indicator = payload[0] ?? 0
    const header = payload[1]
    if (header === undefined) return false
    const isFirst = (header & 0x80) !== 0
    const isLast = (header & 0x40) !== 0
    const type = header & 0x1f
    if (isFirst === this.#inFragment || type === 0 || type >= STAP_A) return false
    if (isFirst) {
      if (!this.#append(START_CODE) || !this.#append(Uint8Array.of((indicator & 0xe0) | type))) return false
    }
    this.#inFragment = !isLast
    return this.#append(payload.subarray(2))
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
    const isWhole = !this.#isBroken && !this.#inFragment && this.#length > 0
    if (isWhole) this.#handOut(this.#scratch.subarray(0, this.#length))
    else this.#drop()
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
    let hasSps = false
    let hasPps = false
    let setsAt = 0
    for (const nal of nalUnits(bytes)) {
      const type = nalType(nal)
      if (isSlice(type)) return { hasSlice: true, isKey: type === NAL.idr, hasSets: hasSps && hasPps, setsAt }
      if (type === NAL.delimiter) setsAt = nal.byteOffset - bytes.byteOffset + nal.length // it has to stay in front
      if (type === NAL.sps || type === NAL.pps) this.#sets.take(nal)
      hasSps ||= type === NAL.sps
      hasPps ||= type === NAL.pps
    }
    return { hasSlice: false, isKey: false, hasSets: false, setsAt }
  }

  #withSets(bytes: Uint8Array, at: number): Uint8Array {
    const sets = [...this.#sets.all()].flatMap((nal) => [START_CODE, nal])
    return new Uint8Array(Buffer.concat([bytes.subarray(0, at), ...sets, bytes.subarray(at)]))
  }
}

/** The first NAL unit that a payload starts: its type, and whether it is a slice at the top of a picture. Undefined in mid-fragment. */
function firstNal(payload: Uint8Array): { type: number; isFirstSlice: boolean } | undefined {
  const type = (payload[0] ?? 0) & 0x1f
  if (type === FU_A) {
    const header = payload[1] ?? 0
    return (header & 0x80) === 0 ? undefined : { type: header & 0x1f, isFirstSlice: startsAtTop(payload[2]) }
  }
  if (type === STAP_A) return { type: (payload[3] ?? 0) & 0x1f, isFirstSlice: startsAtTop(payload[4]) }
  return { type, isFirstSlice: startsAtTop(payload[1]) }
}

/** first_mb_in_slice = 0 is coded as a single 1 bit. */
function startsAtTop(firstSliceByte = 0): boolean {
  return (firstSliceByte & 0x80) !== 0
}

/** True when nothing of this picture can have been lost before this payload. */
function beginsPicture(payload: Uint8Array): boolean {
  const nal = firstNal(payload)
  if (!nal) return false
  return isSlice(nal.type) ? nal.isFirstSlice : nal.type === NAL.delimiter || nal.type === NAL.sps || nal.type === NAL.sei
}

function continuesPicture(payload: Uint8Array): boolean {
  const nal = firstNal(payload)
  return nal !== undefined && isSlice(nal.type) && !nal.isFirstSlice
}
