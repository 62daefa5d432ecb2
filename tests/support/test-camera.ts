import type { Clip, Picture } from './clip.ts'
import { payloadsOf, rtpPacket, senderReport } from './rtp-packetizer.ts'
import type { TestLoudspeaker } from './test-loudspeaker.ts'
import { soundPayload, type TestSound } from './test-sound.ts'

export interface TestCameraOptions {
  /** with its slash: `/cam1` */
  path: string
  clip: Clip
  fps: number
  /** films its first picture so long after it was made, ms, and all others accordingly */
  startsAfterMs?: number
  /** describes JPEG and sends nothing */
  isJpeg?: boolean
  /** a viewer's first picture is a key frame; else it is the next one, whichever, as with most cameras */
  startsAtKey?: boolean
  /** parameter sets stand in the session description, true by default */
  describesSets?: boolean
  /** parameter sets come with each key frame, true by default */
  sendsSets?: boolean
  /** the last packet of a picture is marked, true by default */
  marksEnd?: boolean
  /** what its clock shows, epoch ms, in sender reports */
  clock?: () => number
  /** how often it sends these, 5,000 by default */
  reportEveryMs?: number
  sound?: TestSound
  /** describes its sound and refuses to send it */
  refusesSound?: boolean
  /** sound leaves the camera so much later than the pictures of the same moment, ms */
  soundDelayMs?: number
  /** hears what is said to it; who does not ask for it does not learn of it */
  loudspeaker?: TestLoudspeaker
  /** packets that get lost, by their running number */
  loses?: (packet: number) => boolean
}

export type TrackName = 'track1' | 'track2'

/** What is sent to: pictures are the first track, sound is the second one. */
export interface Viewer {
  rtp(track: TrackName, packets: readonly Buffer[]): void
  rtcp(track: TrackName, report: Buffer): void
}

const LOG_LENGTH = 65_536
const REPORT_EVERY_MS = 5_000
const CLOCK_RATE = 90_000
const SSRC = 0x51_6e_74_21
const SOUND_SSRC = 0x51_6e_74_22
const SOUND_TICKS_AT_START = 1_234_567

/**
 * A camera that films a clip in a loop, whether or not anyone looks, and knows when it sent each picture.
 * Its sequence numbers and timestamps wrap soon after the start, so that every test goes through both.
 */
export class TestCamera {
  readonly options: TestCameraOptions
  readonly #viewers = new Map<Viewer, { waitsForKey: boolean; hasReport: boolean; hasSoundReport: boolean }>()
  readonly #sentAtMs = new Float64Array(LOG_LENGTH)
  readonly #startMs: number
  #timer: NodeJS.Timeout
  #next = 0
  #sequence = 65_500
  #packets = 0
  #nextSound = 0
  #soundSequence = 7
  #isStalled = false
  #holdsKeys = false

  constructor(options: TestCameraOptions) {
    this.options = options
    this.#startMs = performance.now() + (options.startsAfterMs ?? 0)
    this.#timer = setTimeout(() => this.#tick(), 0)
  }

  /** Pictures filmed so far; the last one's counter is one less. */
  get count(): number {
    return this.#next
  }

  /** Epoch ms at which the picture with this running number was sent; undefined when never (stalled), not yet, or too long ago. */
  sentAtMs(counter: number): number | undefined {
    const isKnown = counter >= 0 && counter < this.#next && counter >= this.#next - LOG_LENGTH
    const sentAtMs = isKnown ? this.#sentAtMs[counter % LOG_LENGTH] : undefined
    return sentAtMs === 0 ? undefined : sentAtMs
  }

  /** When the last picture before this moment was sent, epoch ms. */
  lastSentMs(atMs: number): number | undefined {
    for (let counter = this.#next - 1; counter >= 0 && counter > this.#next - LOG_LENGTH; counter -= 1) {
      const sentAtMs = this.sentAtMs(counter)
      if (sentAtMs !== undefined && sentAtMs <= atMs) return sentAtMs
    }
    return undefined
  }

  /**
   * Age in ms, at `nowMs` (epoch), of a picture by the frame index read from its pixels. The clip loops: the latest
   * time the frame was sent before `nowMs` counts. Undefined when it never was.
   */
  ageMs(frame: number, nowMs: number): number | undefined {
    const { length } = this.options.clip.pictures
    const last = this.#next - 1
    for (
      let counter = last - ((((last - frame) % length) + length) % length);
      counter >= 0 && counter > last - LOG_LENGTH;
      counter -= length
    ) {
      const sentAtMs = this.sentAtMs(counter)
      if (sentAtMs !== undefined && sentAtMs <= nowMs) return nowMs - sentAtMs
    }
    return undefined
  }

  /** Sends nothing more, with all connections open, until `resume`. */
  stall(): void {
    this.#isStalled = true
  }

  resume(): void {
    this.#isStalled = false
  }

  /** Sends no key frame, and everything else, until told otherwise: as with groups of pictures that have no end. */
  holdKeys(isOn = true): void {
    this.#holdsKeys = isOn
  }

  /** Sequence number and timestamp of the next packet, for RTP-Info. */
  get position(): { sequence: number; timestamp: number } {
    return { sequence: this.#sequence & 0xffff, timestamp: this.#timestamp(this.#next) }
  }

  add(viewer: Viewer): void {
    this.#viewers.set(viewer, { waitsForKey: this.options.startsAtKey ?? false, hasReport: false, hasSoundReport: false })
  }

  remove(viewer: Viewer): void {
    this.#viewers.delete(viewer)
  }

  close(): void {
    clearTimeout(this.#timer)
  }

  #tick(): void {
    const intervalMs = 1000 / this.options.fps
    while (this.#startMs + this.#next * intervalMs <= performance.now()) this.#film()
    while (this.options.sound && this.#soundDueMs(this.options.sound) <= performance.now()) this.#record(this.options.sound)
    const { sound } = this.options
    const dueMs = Math.min(this.#startMs + this.#next * intervalMs, sound ? this.#soundDueMs(sound) : Infinity)
    const waitMs = dueMs - performance.now()
    this.#timer = setTimeout(() => this.#tick(), Math.max(waitMs, 0))
  }

  #film(): void {
    const { clip, isJpeg, fps, reportEveryMs = REPORT_EVERY_MS } = this.options
    const counter = this.#next++
    const picture = clip.pictures[counter % clip.pictures.length]
    this.#sentAtMs[counter % LOG_LENGTH] = 0
    if (!picture || this.#isStalled || isJpeg || (this.#holdsKeys && picture.isKey)) return
    const timestamp = this.#timestamp(counter)
    const packets = this.#packetize(picture, timestamp)
    const isReportDue = counter % Math.round((fps * reportEveryMs) / 1000) === 0
    this.#sentAtMs[counter % LOG_LENGTH] = Date.now()
    for (const [viewer, state] of this.#viewers) {
      if (state.waitsForKey && !picture.isKey) continue
      state.waitsForKey = false
      if (isReportDue || !state.hasReport) viewer.rtcp('track1', senderReport(SSRC, timestamp, this.#wallClockMs((counter * 1000) / fps)))
      state.hasReport = true
      viewer.rtp('track1', packets)
    }
  }

  /** What the camera's clock showed so long after it began to film. */
  #wallClockMs(filmedMs: number): number {
    const { clock = Date.now } = this.options
    return clock() - (performance.now() - this.#startMs - filmedMs)
  }

  #soundDueMs({ frameTicks, clockRate, framesPerPacket }: TestSound): number {
    const { soundDelayMs = 0 } = this.options
    return this.#startMs + ((this.#nextSound + framesPerPacket) * frameTicks * 1000) / clockRate + soundDelayMs
  }

  /** Sends the next packet of sound: its first sample was heard so long ago as the packet lasts, and is delayed. */
  #record(sound: TestSound): void {
    const { frames, frameTicks, clockRate, framesPerPacket, payloadType } = sound
    const first = this.#nextSound
    this.#nextSound += framesPerPacket
    if (this.#isStalled) return
    const chosen = Array.from({ length: framesPerPacket }, (_, at) => frames[(first + at) % frames.length] ?? new Uint8Array())
    const timestamp = (SOUND_TICKS_AT_START + first * frameTicks) % 2 ** 32
    const fields = { marker: true, sequence: this.#soundSequence++, timestamp, ssrc: SOUND_SSRC, payloadType }
    const packet = rtpPacket(soundPayload(sound, chosen), fields)
    for (const [viewer, state] of this.#viewers) {
      if (!state.hasSoundReport) {
        viewer.rtcp('track2', senderReport(SOUND_SSRC, timestamp, this.#wallClockMs((first * frameTicks * 1000) / clockRate)))
      }
      state.hasSoundReport = true
      viewer.rtp('track2', [packet])
    }
  }

  #packetize(picture: Picture, timestamp: number): Buffer[] {
    const { clip, sendsSets = true, marksEnd = true, loses } = this.options
    const isSet = (nal: Uint8Array) => clip.sets.some((set) => Buffer.compare(set, nal) === 0)
    const nals = sendsSets ? picture.nals : picture.nals.filter((nal) => !isSet(nal))
    const payloads = payloadsOf(nals, true, clip.codec)
    const packets = payloads.map((payload, at) =>
      rtpPacket(payload, { marker: marksEnd && at === payloads.length - 1, sequence: this.#sequence++, timestamp, ssrc: SSRC }),
    )
    return loses ? packets.filter(() => !loses(this.#packets++)) : packets
  }

  #timestamp(counter: number): number {
    return (2 ** 32 - CLOCK_RATE + Math.round((counter * CLOCK_RATE) / this.options.fps)) % 2 ** 32
  }
}
