import type { MediaClock } from './media-clock.ts'
import type { RtpPacket, SenderReport } from './rtp.ts'
import type { SdpSound } from './sdp.ts'
import { SoundClock } from './sound-clock.ts'
import type { TrackReader } from './track-input.ts'
import { SoundDepacketizer } from './sound-depacketizer.ts'

/** One frame of sound, on the clocks of the pictures. */
export interface SoundFrame {
  /** raw AAC or G.711, owned by the receiver */
  data: Uint8Array
  /** of its first sample, as for pictures */
  ptsUs: number
  captureMs: number
}

/** The sound track of a session: packets in, frames with their times out, from the first picture on. */
export class SoundReader implements TrackReader {
  readonly payloadType: number
  readonly #depacketizer: SoundDepacketizer
  readonly #clock: SoundClock

  constructor(track: SdpSound, video: MediaClock, onSound: (frame: SoundFrame) => void) {
    this.payloadType = track.payloadType
    this.#clock = new SoundClock(track.clockRate, video)
    this.#depacketizer = new SoundDepacketizer(track, ({ data, rtpTimestamp, arrivalMs }) => {
      const times = this.#clock.time(rtpTimestamp, arrivalMs)
      if (times) onSound({ data, ...times })
    })
  }

  take(packet: RtpPacket, arrivalMs: number): void {
    this.#depacketizer.push(packet, arrivalMs)
  }

  takeReport(report: SenderReport): void {
    this.#clock.senderReport(report)
  }

  restart(): void {
    this.#clock.restart()
  }
}
