/** Makes RTP packets (RFC 6184, packetization-mode 1, and RFC 7798) and sender reports, as a camera does. */

const MAX_PAYLOAD_BYTES = 1400
const NTP_TO_UNIX_S = 2_208_988_800

/** The head of an aggregate, and how a large NAL unit is cut: that is where the codecs differ. */
interface Packing {
  aggregateHead: readonly number[]
  headerBytes: number
  /** In front of each piece. `flags`: 0x80 the first, 0x40 the last */
  pieceHead(nal: Uint8Array, flags: number): number[]
}

const packings: Record<'H264' | 'H265', Packing> = {
  H264: {
    aggregateHead: [0x78],
    headerBytes: 1,
    pieceHead: ([header = 0], flags) => [(header & 0xe0) | 28, flags | (header & 0x1f)],
  },
  H265: {
    aggregateHead: [48 << 1, 1],
    headerBytes: 2,
    pieceHead: ([first = 0, second = 0], flags) => [(first & 0x81) | (49 << 1), second, flags | ((first >> 1) & 0x3f)],
  },
}

/** The payloads of one picture: small NAL units together in an aggregate, large ones in pieces, the others as they are. */
export function payloadsOf(nals: readonly Uint8Array[], aggregates: boolean, codec: 'H264' | 'H265' = 'H264'): Buffer[] {
  const packing = packings[codec]
  const payloads: Buffer[] = []
  let small: Uint8Array[] = []
  const flush = () => {
    if (small.length > 1) payloads.push(aggregate(small, packing))
    else payloads.push(...small.map((nal) => Buffer.from(nal)))
    small = []
  }
  for (const nal of nals) {
    if (aggregates && nal.length < 100) {
      small.push(nal)
      continue
    }
    flush()
    if (nal.length <= MAX_PAYLOAD_BYTES) payloads.push(Buffer.from(nal))
    else payloads.push(...fragment(nal, packing))
  }
  flush()
  return payloads
}

export interface RtpFields {
  marker: boolean
  sequence: number
  timestamp: number
  ssrc: number
  /** 96 unless given */
  payloadType?: number
}

export function rtpPacket(payload: Uint8Array, { marker, sequence, timestamp, ssrc, payloadType = 96 }: RtpFields): Buffer {
  const head = Buffer.alloc(12)
  head[0] = 0x80
  head[1] = (marker ? 0x80 : 0) | payloadType
  head.writeUInt16BE(sequence & 0xffff, 2)
  head.writeUInt32BE(timestamp >>> 0, 4)
  head.writeUInt32BE(ssrc, 8)
  return Buffer.concat([head, payload])
}

export function senderReport(ssrc: number, timestamp: number, wallClockMs: number): Buffer {
  const report = Buffer.alloc(28)
  report[0] = 0x80
  report[1] = 200
  report.writeUInt16BE(6, 2)
  report.writeUInt32BE(ssrc, 4)
  report.writeUInt32BE(Math.floor(wallClockMs / 1000) + NTP_TO_UNIX_S, 8)
  report.writeUInt32BE(Math.floor(((wallClockMs % 1000) / 1000) * 2 ** 32), 12)
  report.writeUInt32BE(timestamp >>> 0, 16)
  return report
}

function aggregate(nals: readonly Uint8Array[], { aggregateHead }: Packing): Buffer {
  const parts = nals.flatMap((nal) => [Buffer.of(nal.length >> 8, nal.length & 0xff), nal])
  return Buffer.concat([Buffer.from(aggregateHead), ...parts])
}

function fragment(nal: Uint8Array, { headerBytes, pieceHead }: Packing): Buffer[] {
  const pieces: Buffer[] = []
  for (let at = headerBytes; at < nal.length; at += MAX_PAYLOAD_BYTES) {
    const end = Math.min(at + MAX_PAYLOAD_BYTES, nal.length)
    const flags = (at === headerBytes ? 0x80 : 0) | (end === nal.length ? 0x40 : 0)
    pieces.push(Buffer.concat([Buffer.from(pieceHead(nal, flags)), nal.subarray(at, end)]))
  }
  return pieces
}
