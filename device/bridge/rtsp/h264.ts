import { isSlice, NAL, nalType } from './annex-b.ts'
import { BitReader } from './bit-reader.ts'
import { parseH264Sps } from './h264-sps.ts'
import { aggregated, type Unpacked, type VideoCodec } from './video-codec.ts'

const STAP_A = 24
const FU_A = 28

/** H.264 in RTP (RFC 6184): single NAL units, STAP-A and FU-A. */
export const h264: VideoCodec = {
  typeOf: nalType,
  isSlice,
  isKey: (type) => type === NAL.idr,
  isTop: (type) => type === NAL.delimiter || type === NAL.sps || type === NAL.sei,
  delimiter: NAL.delimiter,
  sets: [NAL.sps, NAL.pps],
  unpack,
  firstNal,
  isSpare,
  readSet,
}

function isPlain(nal: Uint8Array): boolean {
  const type = nalType(nal)
  return type >= 1 && type < STAP_A
}

function unpack(payload: Uint8Array): Unpacked | undefined {
  const type = nalType(payload)
  if (((payload[0] ?? 0) & 0x80) !== 0) return undefined
  if (type === FU_A) return unpackPiece(payload)
  const nals = type === STAP_A ? aggregated(payload, 1, isPlain) : [payload]
  return nals?.every(isPlain) ? { kind: 'whole', nals } : undefined
}

function unpackPiece(payload: Uint8Array): Unpacked | undefined {
  const [indicator = 0, header] = payload
  if (header === undefined || !isPlain(Uint8Array.of(header))) return undefined
  return {
    kind: 'piece',
    isFirst: (header & 0x80) !== 0,
    isLast: (header & 0x40) !== 0,
    header: Uint8Array.of((indicator & 0xe0) | (header & 0x1f)),
    data: payload.subarray(2),
  }
}

function firstNal(payload: Uint8Array): { type: number; isFirstSlice: boolean } | undefined {
  const type = nalType(payload)
  if (type === FU_A) {
    const header = payload[1] ?? 0
    return (header & 0x80) === 0 ? undefined : { type: header & 0x1f, isFirstSlice: startsAtTop(payload[2]) }
  }
  if (type === STAP_A) return { type: (payload[3] ?? 0) & 0x1f, isFirstSlice: startsAtTop(payload[4]) }
  return { type, isFirstSlice: startsAtTop(payload[1]) }
}

/** nal_ref_idc is 0 for all slices of such a picture, or for none. */
function isSpare(payload: Uint8Array): boolean {
  const type = nalType(payload) === FU_A ? (payload[1] ?? 0) & 0x1f : nalType(payload)
  return isSlice(type) && ((payload[0] ?? 0) & 0x60) === 0
}

/** first_mb_in_slice = 0 is coded as a single 1 bit. */
function startsAtTop(firstSliceByte = 0): boolean {
  return (firstSliceByte & 0x80) !== 0
}

function readSet(nal: Uint8Array): ReturnType<VideoCodec['readSet']> {
  const isSps = nalType(nal) === NAL.sps
  try {
    const id = new BitReader(nal, isSps ? 4 : 1).unsigned()
    if (id > (isSps ? 31 : 255)) return undefined
    if (!isSps) return { id }
    const info = parseH264Sps(nal)
    return info && { id, info }
  } catch {
    return undefined
  }
}
