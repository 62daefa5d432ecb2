import { parseH265Sps } from './h265-sps.ts'
import { BitReader } from './bit-reader.ts'
import { aggregated, type Unpacked, type VideoCodec } from './video-codec.ts'

const HEADER_BYTES = 2
const LAST_SLICE = 31
const FIRST_KEY = 16
const LAST_KEY = 21
const VPS = 32
const SPS = 33
const PPS = 34
const DELIMITER = 35
const PREFIX_SEI = 39
/** The first type that stands for a way of packing, not for a NAL unit. */
const AGGREGATE = 48
const PIECE = 49

/** H.265 in RTP (RFC 7798) without interleaving: single NAL units, aggregation packets and fragmentation units. */
export const h265: VideoCodec = {
  typeOf,
  isSlice: (type) => type <= LAST_SLICE,
  isKey: (type) => type >= FIRST_KEY && type <= LAST_KEY,
  isTop: (type) => type === DELIMITER || type === VPS || type === PREFIX_SEI,
  delimiter: DELIMITER,
  sets: [VPS, SPS, PPS],
  unpack,
  firstNal,
  // Whether a picture of a higher sub-layer is built on it does not stand in the NAL unit.
  isSpare: () => false,
  readSet,
}

function typeOf(nal: Uint8Array): number {
  return ((nal[0] ?? 0) >> 1) & 0x3f
}

function isPlain(nal: Uint8Array): boolean {
  return nal.length >= HEADER_BYTES && typeOf(nal) < AGGREGATE
}

function unpack(payload: Uint8Array): Unpacked | undefined {
  if (((payload[0] ?? 0) & 0x80) !== 0) return undefined
  if (typeOf(payload) === PIECE) return unpackPiece(payload)
  const nals = typeOf(payload) === AGGREGATE ? aggregated(payload, HEADER_BYTES, isPlain) : [payload]
  return nals?.every(isPlain) ? { kind: 'whole', nals } : undefined
}

function unpackPiece(payload: Uint8Array): Unpacked | undefined {
  const [first = 0, second = 0, header] = payload
  if (header === undefined || (header & 0x3f) >= AGGREGATE) return undefined
  return {
    kind: 'piece',
    isFirst: (header & 0x80) !== 0,
    isLast: (header & 0x40) !== 0,
    header: Uint8Array.of((first & 0x81) | ((header & 0x3f) << 1), second),
    data: payload.subarray(HEADER_BYTES + 1),
  }
}

function firstNal(payload: Uint8Array): { type: number; isFirstSlice: boolean } | undefined {
  const type = typeOf(payload)
  if (type === PIECE) {
    const header = payload[2] ?? 0
    return (header & 0x80) === 0 ? undefined : { type: header & 0x3f, isFirstSlice: isFirstSegment(payload[3]) }
  }
  if (type === AGGREGATE) return { type: typeOf(payload.subarray(4)), isFirstSlice: isFirstSegment(payload[6]) }
  return { type, isFirstSlice: isFirstSegment(payload[2]) }
}

/** first_slice_segment_in_pic_flag */
function isFirstSegment(firstSliceByte = 0): boolean {
  return (firstSliceByte & 0x80) !== 0
}

function readSet(nal: Uint8Array): ReturnType<VideoCodec['readSet']> {
  try {
    const type = typeOf(nal)
    if (type === SPS) return parseH265Sps(nal)
    const reader = new BitReader(nal, HEADER_BYTES)
    const id = type === VPS ? reader.bits(4) : reader.unsigned()
    return type === VPS || (type === PPS && id < 64) ? { id } : undefined
  } catch {
    return undefined
  }
}
