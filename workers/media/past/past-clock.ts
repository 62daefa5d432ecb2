import type { PastClockState, PlaybackSpeed } from '#contract/playback-api.ts'

/** The one clock of all cameras of a playback: what time of the recordings belongs to what time of now. It stands while pictures are awaited. */
export class PastClock {
  #atMs = 0
  #sinceMs = 0
  #isPlaying = false
  #isWaiting = false
  #speed: PlaybackSpeed = 1
  #way: 1 | -1 = 1

  /** Recorded milliseconds in one of now: below zero backwards, 0 while it stands. */
  get rate(): number {
    return this.#isPlaying && !this.#isWaiting ? this.#speed * this.#way : 0
  }

  /** Somebody has gone to a moment. */
  get isSet(): boolean {
    return this.#atMs > 0
  }

  get isPlaying(): boolean {
    return this.#isPlaying
  }

  get isWaiting(): boolean {
    return this.#isWaiting
  }

  get speed(): PlaybackSpeed {
    return this.#speed
  }

  get way(): 1 | -1 {
    return this.#way
  }

  atMs(nowMs: number): number {
    return this.#atMs + (nowMs - this.#sinceMs) * this.rate
  }

  #anchor(nowMs: number): void {
    this.#atMs = this.atMs(nowMs)
    this.#sinceMs = nowMs
  }

  seek(atMs: number, nowMs: number): void {
    this.#atMs = atMs
    this.#sinceMs = nowMs
  }

  play(isPlaying: boolean, nowMs: number): void {
    this.#anchor(nowMs)
    this.#isPlaying = isPlaying
    if (!isPlaying) this.#isWaiting = false
  }

  setPace(speed: PlaybackSpeed, way: 1 | -1, nowMs: number): void {
    this.#anchor(nowMs)
    this.#speed = speed
    this.#way = way
  }

  /** Answers whether that is a change. */
  wait(isWaiting: boolean, nowMs: number): boolean {
    if (isWaiting === this.#isWaiting) return false
    this.#anchor(nowMs)
    this.#isWaiting = isWaiting
    return true
  }

  /** For the page, which reads its own clock by it: `sinceMs` by `performance.timeOrigin + performance.now()`. */
  state(): PastClockState {
    return {
      atMs: this.#atMs,
      sinceMs: this.#sinceMs,
      rate: this.rate,
      isPlaying: this.#isPlaying,
      isWaiting: this.#isWaiting,
      speed: this.#speed,
      isBackwards: this.#way === -1,
    }
  }
}
