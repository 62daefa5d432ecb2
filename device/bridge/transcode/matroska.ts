/** Writes H.265 pictures as Matroska (RFC 9559) for a process that reads them as they come: each in a cluster of its own that says how long it is. */

const ids = {
  ebml: [0x1a, 0x45, 0xdf, 0xa3],
  docType: [0x42, 0x82],
  segment: [0x18, 0x53, 0x80, 0x67],
  info: [0x15, 0x49, 0xa9, 0x66],
  timestampScale: [0x2a, 0xd7, 0xb1],
  tracks: [0x16, 0x54, 0xae, 0x6b],
  trackEntry: [0xae],
  trackNumber: [0xd7],
  trackUid: [0x73, 0xc5],
  trackType: [0x83],
  codecId: [0x86],
  video: [0xe0],
  pixelWidth: [0xb0],
  pixelHeight: [0xba],
  cluster: [0x1f, 0x43, 0xb6, 0x75],
  timestamp: [0xe7],
  simpleBlock: [0xa3],
} as const
const VIDEO = 1
const NANOSECONDS_IN_MS = 1_000_000
const UNKNOWN_LENGTH = Buffer.from('01ffffffffffffff', 'hex')
const KEY_FRAME = 0x80

/** What stands in front of the first picture. The pictures bring their parameter sets with them. */
export function matroskaHead(width: number, height: number): Buffer {
  const video = element(ids.video, element(ids.pixelWidth, number(width)), element(ids.pixelHeight, number(height)))
  const codec = element(ids.codecId, Buffer.from('V_MPEGH/ISO/HEVC'))
  const track = [element(ids.trackNumber, number(1)), element(ids.trackUid, number(1)), element(ids.trackType, number(VIDEO)), codec, video]
  return Buffer.concat([
    element(ids.ebml, element(ids.docType, Buffer.from('matroska'))),
    Buffer.from(ids.segment),
    UNKNOWN_LENGTH,
    element(ids.info, element(ids.timestampScale, number(NANOSECONDS_IN_MS))),
    element(ids.tracks, element(ids.trackEntry, ...track)),
  ])
}

/** One picture (Annex B). */
export function matroskaPicture(timeMs: number, isKey: boolean, data: Uint8Array): Buffer {
  const block = element(ids.simpleBlock, Buffer.of(0x81, 0, 0, isKey ? KEY_FRAME : 0), data)
  return element(ids.cluster, element(ids.timestamp, number(timeMs)), block)
}

function element(id: readonly number[], ...parts: Uint8Array[]): Buffer {
  const length = Buffer.alloc(8)
  length.writeBigUInt64BE(BigInt(parts.reduce((sum, part) => sum + part.byteLength, 0)) | (1n << 56n))
  return Buffer.concat([Buffer.from(id), length, ...parts])
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value))
  return bytes
}
