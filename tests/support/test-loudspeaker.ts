import { emptyRtpPacket, parseRtp, type RtpPacket } from '#device/bridge/rtsp/rtp.ts'

/** The loudspeaker of a test camera, its third track: keeps what it hears. */
export class TestLoudspeaker {
  /** What the session description says of it, behind `m=audio 0 RTP/AVP`. */
  readonly formats: readonly string[]
  /** Every packet, in order. */
  readonly heard: RtpPacket[] = []
  /** Answers this instead, to whoever wants to talk or talks. */
  refuses: { method: string; status: string } | undefined

  constructor(...formats: string[]) {
    this.formats = formats
  }

  hear(bytes: Buffer): void {
    const packet = emptyRtpPacket()
    if (!parseRtp(Buffer.from(bytes), packet)) throw new Error('The camera hears what is no RTP.')
    this.heard.push(packet)
  }

  /** Of the session description. */
  describe(): string[] {
    const [format = '', ...attributes] = this.formats
    return [`m=audio 0 RTP/AVP ${format}`, ...attributes, 'a=sendonly', 'a=control:track3']
  }
}
