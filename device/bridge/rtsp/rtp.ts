/** The fields of an RTP packet (RFC 3550 §5.1) that we use. One object is reused for all packets of a session. */
export interface RtpPacket {
  payloadType: number
  marker: boolean
  sequence: number
  timestamp: number
  ssrc: number
  /** when it was recorded, by the camera's clock, epoch ms: of packets of a replay (ONVIF streaming specification, "RTP header extension") */
  recordedMs: number | undefined
  /** a view into the bytes that were parsed, valid as long as they are */
  payload: Uint8Array
}

/** When a camera says that a picture with this RTP timestamp was taken: its own wall clock, epoch ms. */
export interface SenderReport {
  rtpTimestamp: number
  wallClockMs: number
}

const NTP_TO_UNIX_S = 2_208_988_800
const SENDER_REPORT = 200
const REPLAY_EXTENSION = 0xabac

export function emptyRtpPacket(): RtpPacket {
  return { payloadType: 0, marker: false, sequence: 0, timestamp: 0, ssrc: 0, recordedMs: undefined, payload: new Uint8Array(0) }
}

/** Reads `bytes` into `packet`; false, with the packet in an undefined state, when they are no RTP packet. */
export function parseRtp(bytes: Buffer, packet: RtpPacket): boolean {
  if (bytes.length < 12) return false
  const first = bytes.readUInt8(0)
  if (first >> 6 !== 2) return false
  const second = bytes.readUInt8(1)
  let start = 12 + (first & 0x0f) * 4
  packet.recordedMs = undefined
  if ((first & 0x10) !== 0) {
    if (bytes.length < start + 4) return false
    const end = start + 4 + bytes.readUInt16BE(start + 2) * 4
    if (bytes.readUInt16BE(start) === REPLAY_EXTENSION && end >= start + 16 && end <= bytes.length)
      packet.recordedMs = ntpMs(bytes, start + 4)
    start = end
  }
  let end = bytes.length
  if ((first & 0x20) !== 0) {
    const padding = bytes.readUInt8(end - 1)
    if (padding === 0) return false
    end -= padding
  }
  if (start > end) return false
  packet.marker = (second & 0x80) !== 0
  packet.payloadType = second & 0x7f
  packet.sequence = bytes.readUInt16BE(2)
  packet.timestamp = bytes.readUInt32BE(4)
  packet.ssrc = bytes.readUInt32BE(8)
  packet.payload = bytes.subarray(start, end)
  return true
}

/** A time of 64 bits as NTP has it, epoch ms. */
function ntpMs(bytes: Buffer, at: number): number {
  return (bytes.readUInt32BE(at) - NTP_TO_UNIX_S) * 1000 + (bytes.readUInt32BE(at + 4) / 2 ** 32) * 1000
}

/** The sender report in a compound RTCP packet (RFC 3550 §6.4.1), if it has one that knows the time. */
export function parseSenderReport(bytes: Buffer): SenderReport | undefined {
  for (let at = 0; at + 4 <= bytes.length; ) {
    const length = 4 + bytes.readUInt16BE(at + 2) * 4
    if (bytes.readUInt8(at) >> 6 !== 2 || at + length > bytes.length) return undefined
    if (bytes.readUInt8(at + 1) === SENDER_REPORT && length >= 28) {
      const seconds = bytes.readUInt32BE(at + 8)
      if (seconds < NTP_TO_UNIX_S) return undefined // a clock that was never set
      return { rtpTimestamp: bytes.readUInt32BE(at + 16), wallClockMs: ntpMs(bytes, at + 8) }
    }
    at += length
  }
  return undefined
}
