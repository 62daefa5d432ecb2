import type { SenderReport } from './rtp.ts'

/** A step of the camera's timestamps that differs from the step of our clock by more than this is no step in time. */
const JUMP_MS = 10_000
const BACKWARD_MS = 1_000
const WINDOW_MS = 10_000
/** A camera's clock is believed when it puts a picture at most this long before, or after, its arrival; once believed, a little longer. */
const BELIEVED_BEHIND_MS = 1_000
const BELIEVED_AHEAD_MS = 100
const STILL_BELIEVED_MS = 500
/** Of the time that passes: by so much the capture times are put right, so that they never jump. */
const CORRECTION_SHARE = 0.05

/** What a clock knows at the last packet that it was asked about. */
export interface ClockReading {
  /** ms since the first packet */
  sessionMs: number
  /** The camera's own wall clock, epoch ms; undefined while it has told nothing of it. */
  reportedMs: number | undefined
  /** Session time plus this is the arrival of what was least delayed on its way, epoch ms. */
  arrivalOffsetMs: number
  /** Session time plus this is the time of capture, epoch ms. */
  captureOffsetMs: number
}

/**
 * Turns the 32-bit RTP timestamps of a track into session time and wall-clock time.
 *
 * Session time only moves on (but for streams that reorder pictures): wrapping is undone, and where a camera resets its clock, our
 * own clock bridges the gap. Wall-clock time comes from sender reports when the camera's clock agrees with ours; many cameras run
 * minutes or decades off, and a picture's age on the screen must not depend on that. Else it is the arrival, less the jitter: the least
 * delay seen in the last 10–20 s stands for the whole way. From one to the other it moves slowly, and it is never after the arrival.
 */
export class MediaClock {
  readonly #ticksPerMs: number
  #lastTimestamp: number | undefined
  #lastArrivalMs = 0
  #ticks = 0
  #isBroken = false
  #report: SenderReport | undefined
  #isBelieved = false
  #windowStartMs = 0
  #leastOffsetMs = Infinity
  #previousLeastOffsetMs = Infinity
  #captureOffsetMs: number | undefined
  #reading: ClockReading | undefined

  constructor(clockRate = 90_000) {
    this.#ticksPerMs = clockRate / 1000
  }

  /** Undefined before the first packet. */
  get reading(): ClockReading | undefined {
    return this.#reading
  }

  /** By how much the camera's clock is behind ours, ms, when that is too much to believe it; else undefined. */
  get errorMs(): number | undefined {
    const { reportedMs, sessionMs, arrivalOffsetMs } = this.#reading ?? {}
    if (this.#isBelieved || reportedMs === undefined || sessionMs === undefined || arrivalOffsetMs === undefined) return undefined
    return sessionMs + arrivalOffsetMs - reportedMs
  }

  senderReport(report: SenderReport): void {
    this.#report = report
  }

  /** From the next packet on, the camera counts from somewhere else (a new RTP source). */
  restart(): void {
    this.#isBroken = true
  }

  /** Times of what bears this RTP timestamp: whole µs since the first one, and epoch ms of its capture. */
  time(timestamp: number, arrivalMs: number): { ptsUs: number; captureMs: number } {
    const passedMs = this.#advance(timestamp, arrivalMs)
    const sessionMs = this.#ticks / this.#ticksPerMs
    const report = this.#report
    const reportedMs = report && report.wallClockMs + ((timestamp - report.rtpTimestamp) | 0) / this.#ticksPerMs
    const arrivalOffsetMs = this.#noteArrival(arrivalMs - sessionMs, arrivalMs)
    this.#isBelieved = reportedMs !== undefined && this.#believes(sessionMs + arrivalOffsetMs - reportedMs)
    const targetMs = this.#isBelieved && reportedMs !== undefined ? reportedMs - sessionMs : arrivalOffsetMs
    const captureOffsetMs = towards(this.#captureOffsetMs, targetMs, passedMs * CORRECTION_SHARE)
    this.#captureOffsetMs = captureOffsetMs
    this.#reading = { sessionMs, reportedMs, arrivalOffsetMs, captureOffsetMs }
    return { ptsUs: Math.round(sessionMs * 1000), captureMs: Math.min(sessionMs + captureOffsetMs, arrivalMs) }
  }

  /** Answers how long ago the packet before came, ms. */
  #advance(timestamp: number, arrivalMs: number): number {
    const passedMs = this.#lastTimestamp === undefined ? 0 : Math.max(arrivalMs - this.#lastArrivalMs, 0)
    const step = this.#lastTimestamp === undefined ? 0 : (timestamp - this.#lastTimestamp) | 0
    const stepMs = step / this.#ticksPerMs
    if (this.#isBroken || stepMs < -BACKWARD_MS || Math.abs(stepMs - passedMs) > JUMP_MS) {
      this.#ticks += Math.max(1, Math.round(Math.min(passedMs, JUMP_MS) * this.#ticksPerMs))
      this.#isBroken = false
      this.#report = undefined
      this.#captureOffsetMs = undefined
      this.#leastOffsetMs = this.#previousLeastOffsetMs = Infinity
    } else {
      this.#ticks += step
    }
    this.#lastTimestamp = timestamp
    this.#lastArrivalMs = arrivalMs
    return passedMs
  }

  #noteArrival(offsetMs: number, arrivalMs: number): number {
    if (Math.abs(arrivalMs - this.#windowStartMs) > WINDOW_MS) {
      this.#windowStartMs = arrivalMs
      this.#previousLeastOffsetMs = this.#leastOffsetMs
      this.#leastOffsetMs = Infinity
    }
    this.#leastOffsetMs = Math.min(this.#leastOffsetMs, offsetMs)
    return Math.min(this.#leastOffsetMs, this.#previousLeastOffsetMs)
  }

  #believes(behindMs: number): boolean {
    const moreMs = this.#isBelieved ? STILL_BELIEVED_MS : 0
    return behindMs <= BELIEVED_BEHIND_MS + moreMs && behindMs >= -BELIEVED_AHEAD_MS - moreMs
  }
}

/** `target`, or as far from `value` in its direction as `mostStep` allows. */
export function towards(value: number | undefined, target: number, mostStep: number): number {
  return value === undefined ? target : value + Math.min(Math.max(target - value, -mostStep), mostStep)
}
