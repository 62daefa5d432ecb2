import type { SenderReport } from './rtp.ts'

/** A step of the camera's timestamps that differs from the step of our clock by more than this is no step in time. */
const JUMP_MS = 10_000
const BACKWARD_MS = 1_000
const WINDOW_MS = 10_000
/** A camera's clock is believed when it puts a picture at most this long before, or after, its arrival. */
const BELIEVED_BEHIND_MS = 1_000
const BELIEVED_AHEAD_MS = 100

/**
 * Turns 32-bit RTP timestamps into session time and wall-clock time.
 *
 * Session time only moves on (but for streams that reorder pictures): wrapping is undone, and where a camera resets its clock, our
 * own clock bridges the gap. Wall-clock time comes from sender reports when the camera's clock agrees with ours; many cameras run
 * minutes or decades off, and a picture's age on the screen must not depend on that. Else it is the arrival, less the jitter: the least
 * delay seen in the last 10–20 s stands for the whole way.
 */
export class MediaClock {
  readonly #ticksPerMs: number
  #lastTimestamp: number | undefined
  #lastArrivalMs = 0
  #ticks = 0
  #isBroken = false
  #report: SenderReport | undefined
  #windowStartMs = 0
  #leastOffsetMs = Infinity
  #previousLeastOffsetMs = Infinity

  constructor(clockRate = 90_000) {
    this.#ticksPerMs = clockRate / 1000
  }

  senderReport(report: SenderReport): void {
    this.#report = report
  }

  /** From the next picture on, the camera counts from somewhere else (a new RTP source). */
  restart(): void {
    this.#isBroken = true
  }

  /** Times of the picture with this RTP timestamp: whole µs since the first one, and epoch ms of its capture. */
  time(timestamp: number, arrivalMs: number): { ptsUs: number; captureMs: number } {
    this.#advance(timestamp, arrivalMs)
    const sessionMs = this.#ticks / this.#ticksPerMs
    return { ptsUs: Math.round(sessionMs * 1000), captureMs: this.#captureMs(timestamp, sessionMs, arrivalMs) }
  }

  #advance(timestamp: number, arrivalMs: number): void {
    const passedMs = this.#lastTimestamp === undefined ? 0 : arrivalMs - this.#lastArrivalMs
    const step = this.#lastTimestamp === undefined ? 0 : (timestamp - this.#lastTimestamp) | 0
    const stepMs = step / this.#ticksPerMs
    if (this.#isBroken || stepMs < -BACKWARD_MS || Math.abs(stepMs - passedMs) > JUMP_MS) {
      this.#ticks += Math.max(1, Math.round(Math.min(Math.max(passedMs, 0), JUMP_MS) * this.#ticksPerMs))
      this.#isBroken = false
      this.#report = undefined
      this.#leastOffsetMs = this.#previousLeastOffsetMs = Infinity
    } else {
      this.#ticks += step
    }
    this.#lastTimestamp = timestamp
    this.#lastArrivalMs = arrivalMs
  }

  #captureMs(timestamp: number, sessionMs: number, arrivalMs: number): number {
    if (this.#report) {
      const reportedMs = this.#report.wallClockMs + ((timestamp - this.#report.rtpTimestamp) | 0) / this.#ticksPerMs
      const behindMs = arrivalMs - reportedMs
      if (behindMs <= BELIEVED_BEHIND_MS && behindMs >= -BELIEVED_AHEAD_MS) return Math.min(reportedMs, arrivalMs)
    }
    if (Math.abs(arrivalMs - this.#windowStartMs) > WINDOW_MS) {
      this.#windowStartMs = arrivalMs
      this.#previousLeastOffsetMs = this.#leastOffsetMs
      this.#leastOffsetMs = Infinity
    }
    this.#leastOffsetMs = Math.min(this.#leastOffsetMs, arrivalMs - sessionMs)
    return sessionMs + Math.min(this.#leastOffsetMs, this.#previousLeastOffsetMs)
  }
}
