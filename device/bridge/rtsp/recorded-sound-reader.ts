import type { RtpPacket } from './rtp.ts'
import type { SdpSound } from './sdp.ts'
import { SoundDepacketizer } from './sound-depacketizer.ts'
import type { TrackReader } from './track-input.ts'

/** The sound track of a replay: packets in, frames out with the times at which they were recorded, by the camera's clock (epoch ms). */
export class RecordedSoundReader implements TrackReader {
  readonly payloadType: number
  readonly #depacketizer: SoundDepacketizer
  /** The last packet that told its time, and that time: one that tells none counts on from there. */
  #told: { timestamp: number; recordedMs: number } | undefined

  constructor(track: SdpSound, onSound: (frame: { data: Uint8Array; captureMs: number }) => void) {
    this.payloadType = track.payloadType
    this.#depacketizer = new SoundDepacketizer(track, ({ data, rtpTimestamp }) => {
      if (this.#told === undefined) return
      // Timestamps begin anew after 32 bits.
      const ticks = (rtpTimestamp - this.#told.timestamp) | 0
      onSound({ data, captureMs: this.#told.recordedMs + (ticks * 1000) / track.clockRate })
    })
  }

  take(packet: RtpPacket): void {
    const { timestamp, recordedMs } = packet
    if (recordedMs !== undefined) this.#told = { timestamp, recordedMs }
    this.#depacketizer.push(packet, 0)
  }

  /** A replay's packets tell their times themselves. */
  takeReport(): void {}

  restart(): void {
    this.#told = undefined
  }
}
