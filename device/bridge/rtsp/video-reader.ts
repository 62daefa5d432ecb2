import { h264 } from './h264.ts'
import { h265 } from './h265.ts'
import { MediaClock } from './media-clock.ts'
import { ParameterSets } from './parameter-sets.ts'
import type { RtpPacket, SenderReport } from './rtp.ts'
import type { VideoTrack } from './sdp.ts'
import type { TrackReader } from './track-input.ts'
import type { PictureInfo } from './video-codec.ts'
import { VideoDepacketizer, type DepacketizerStats, type RawUnit } from './video-depacketizer.ts'

/** One whole coded picture. */
export interface AccessUnit {
  /** Annex B, owned by the receiver; a key frame has its parameter sets with it */
  data: Uint8Array
  isKey: boolean
  /** whole µs from the first picture on; moves on steadily, also when the camera resets its clock */
  ptsUs: number
  /** wall clock at capture, epoch ms */
  captureMs: number
}

export interface VideoFormat {
  /** RFC 6381, `avc1.PPCCLL` or `hev1.…` */
  codec: string
  width: number
  height: number
  fps?: number
}

interface VideoReaderEvents {
  onUnit(unit: AccessUnit): void
  /** Before the first unit, and whenever the camera changes its format, before the first unit in it. */
  onFormat(format: VideoFormat): void
  /** The times of a picture, where they do not follow from its arrival. */
  timesOf?(unit: RawUnit): Pick<AccessUnit, 'ptsUs' | 'captureMs'>
}

/** The video track of a session: packets in, whole pictures with their times out. */
export class VideoReader implements TrackReader {
  readonly payloadType: number
  readonly clock: MediaClock
  readonly #track: VideoTrack
  readonly #events: VideoReaderEvents
  readonly #sets: ParameterSets
  readonly #depacketizer: VideoDepacketizer
  #info: PictureInfo | undefined

  constructor(track: VideoTrack, events: VideoReaderEvents) {
    this.#track = track
    this.payloadType = track.payloadType
    this.#events = events
    const codec = track.codec === 'H264' ? h264 : h265
    this.#sets = new ParameterSets(codec)
    this.#depacketizer = new VideoDepacketizer(codec, this.#sets, (unit) => this.#deliver(unit))
    this.clock = new MediaClock(track.clockRate)
    for (const nal of track.parameterSets) this.#sets.take(nal)
  }

  get stats(): Readonly<DepacketizerStats> {
    return this.#depacketizer.stats
  }

  /** The format, as far as it is known without a picture. */
  get format(): VideoFormat | undefined {
    return this.#sets.isComplete && this.#sets.info ? this.#formatOf(this.#sets.info) : undefined
  }

  take(packet: RtpPacket, arrivalMs: number): void {
    this.#depacketizer.push(packet, arrivalMs)
  }

  takeReport(report: SenderReport): void {
    this.clock.senderReport(report)
  }

  restart(): void {
    this.clock.restart()
  }

  #deliver(unit: RawUnit): void {
    const { info } = this.#sets
    if (info && info !== this.#info) {
      this.#info = info
      this.#events.onFormat(this.#formatOf(info))
    }
    const times = this.#events.timesOf?.(unit) ?? this.clock.time(unit.rtpTimestamp, unit.arrivalMs)
    this.#events.onUnit({ data: unit.data, isKey: unit.isKey, ...times })
  }

  #formatOf({ codec, width, height, fps }: PictureInfo): VideoFormat {
    const rate = this.#track.framerate ?? fps
    return rate === undefined ? { codec, width, height } : { codec, width, height, fps: rate }
  }
}
