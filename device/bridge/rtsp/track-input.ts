import { emptyRtpPacket, parseRtp, parseSenderReport, type RtpPacket, type SenderReport } from './rtp.ts'

/** What is done with the packets of one track. */
export interface TrackReader {
  readonly payloadType: number
  take(packet: RtpPacket, arrivalMs: number): void
  takeReport(report: SenderReport): void
  /** Another source sends the track from now on. */
  restart(): void
}

/** Where the packets of a track come in, over whatever they come: parses them and hands on those that belong to it. */
export class TrackInput {
  readonly #reader: TrackReader
  readonly #now: () => number
  readonly #onPacket: () => void
  readonly #packet = emptyRtpPacket()
  #ssrc: number | undefined

  /** `now`: wall clock, epoch ms. `onPacket`: a sign of life. */
  constructor(reader: TrackReader, now: () => number, onPacket: () => void = () => {}) {
    this.#reader = reader
    this.#now = now
    this.#onPacket = onPacket
  }

  /** `bytes` are needed no longer than this lasts. */
  rtp(bytes: Buffer): void {
    const packet = this.#packet
    if (!parseRtp(bytes, packet) || packet.payloadType !== this.#reader.payloadType) return
    if (this.#ssrc !== undefined && this.#ssrc !== packet.ssrc) this.#reader.restart()
    this.#ssrc = packet.ssrc
    this.#onPacket()
    this.#reader.take(packet, this.#now())
  }

  rtcp(bytes: Buffer): void {
    const report = parseSenderReport(bytes)
    if (report) this.#reader.takeReport(report)
  }
}
