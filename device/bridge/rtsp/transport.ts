import { rtspError } from './fault.ts'
import { headerOf, type RtspResponse } from './rtsp-message.ts'
import type { TrackInput } from './track-input.ts'

/** How the packets of a session come from the camera. */
export interface RtpTransport {
  /** The Transport header that asks for the session's next track. */
  offer(): Promise<string>
  /** Reads the camera's answer to the offer; from now on the packets of that track go to `input`. */
  accept(answer: RtspResponse, input: TrackInput): void
  /** A frame among the answers of the connection. */
  frame(channel: number, payload: Buffer): void
  close(): void
}

/** Packets as interleaved frames of the RTSP connection (RFC 2326 §10.12). */
export class InterleavedTransport implements RtpTransport {
  readonly #channels = new Map<number, (bytes: Buffer) => void>()
  #offered = 0

  async offer(): Promise<string> {
    const channel = this.#offered
    this.#offered += 2
    return `RTP/AVP/TCP;unicast;interleaved=${channel}-${channel + 1}`
  }

  accept(answer: RtspResponse, input: TrackInput): void {
    const { rtp, rtcp } = this.channelsOf(answer)
    this.#channels.set(rtp, (bytes) => input.rtp(bytes))
    this.#channels.set(rtcp, (bytes) => input.rtcp(bytes))
  }

  /** The channels of the track that was offered last, as the camera has them. */
  channelsOf(answer: RtspResponse): { rtp: number; rtcp: number } {
    const transport = headerOf(answer, 'transport') ?? ''
    const channels = /\binterleaved=(\d{1,3})(?:-(\d{1,3}))?/i.exec(transport)
    if (!channels && !/RTP\/AVP\/TCP/i.test(transport)) throw rtspError('rejected', 'the camera takes no packets over TCP')
    const rtp = Number(channels?.[1] ?? this.#offered - 2)
    return { rtp, rtcp: Number(channels?.[2] ?? rtp + 1) }
  }

  frame(channel: number, payload: Buffer): void {
    this.#channels.get(channel)?.(payload)
  }

  close(): void {
    this.#channels.clear()
  }
}
