import { MediaClock, towards, type ClockReading } from './media-clock.ts'
import type { SenderReport } from './rtp.ts'

/** What the camera's reports say of the way from sound to pictures is not believed when the arrivals differ from it by more than this. */
const BELIEVED_SHIFT_MS = 3_000
/** Sound that is further from its pictures than this is put there at once, else so slowly that nobody hears it. */
const JUMP_MS = 60
const CORRECTION_SHARE = 0.01

/**
 * Puts the sound of a camera on the clocks of its pictures. The two tracks count from anywhere, and may be sent apart; what they have in
 * common is the camera's wall clock in their sender reports, right or wrong. Until both have reported, what arrives together belongs together.
 */
export class SoundClock {
  readonly #own: MediaClock
  readonly #video: MediaClock
  #shiftMs: number | undefined
  #lastArrivalMs = 0
  #lastPtsUs = -Infinity

  constructor(clockRate: number, video: MediaClock) {
    this.#own = new MediaClock(clockRate)
    this.#video = video
  }

  senderReport(report: SenderReport): void {
    this.#own.senderReport(report)
  }

  restart(): void {
    this.#own.restart()
  }

  /** Times of the sound with this RTP timestamp, as those of pictures; undefined before the first picture. */
  time(timestamp: number, arrivalMs: number): { ptsUs: number; captureMs: number } | undefined {
    this.#own.time(timestamp, arrivalMs)
    const own = this.#own.reading
    const video = this.#video.reading
    if (!own || !video) return undefined
    const byArrivalMs = own.arrivalOffsetMs - video.arrivalOffsetMs
    const byReportsMs = wallOffsetMs(own) - wallOffsetMs(video)
    const targetMs = Math.abs(byReportsMs - byArrivalMs) < BELIEVED_SHIFT_MS ? byReportsMs : byArrivalMs
    const sessionMs = own.sessionMs + this.#shift(targetMs, arrivalMs)
    const ptsUs = Math.max(Math.round(sessionMs * 1000), this.#lastPtsUs + 1)
    this.#lastPtsUs = ptsUs
    return { ptsUs, captureMs: Math.min(sessionMs + video.captureOffsetMs, arrivalMs) }
  }

  #shift(targetMs: number, arrivalMs: number): number {
    const passedMs = Math.max(arrivalMs - this.#lastArrivalMs, 0)
    const isFar = this.#shiftMs !== undefined && Math.abs(targetMs - this.#shiftMs) > JUMP_MS
    const shiftMs = isFar ? targetMs : towards(this.#shiftMs, targetMs, passedMs * CORRECTION_SHARE)
    this.#shiftMs = shiftMs
    this.#lastArrivalMs = arrivalMs
    return shiftMs
  }
}

/** From session time to the camera's wall clock; not a number before a report. */
function wallOffsetMs({ reportedMs, sessionMs }: ClockReading): number {
  return (reportedMs ?? Number.NaN) - sessionMs
}
