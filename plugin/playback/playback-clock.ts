/** A step in the recorded time over which nothing was recorded: it is not waited for. */
const GAP_MS = 2_000
/** Later than this with a picture, the ones behind it would be later and later: they begin anew from now. */
const LATE_MS = 1_000

/** When a picture of the past is to be seen: in the order and distance of the capture times, times the speed. */
export class PlaybackClock {
  #speed = 1
  /** A moment of the past, and the moment of this machine's steady clock at which it was shown. */
  #anchor: { captureMs: number; shownMs: number } | undefined
  #lastCaptureMs = 0
  #onSpeed = () => {}

  get speed(): number {
    return this.#speed
  }

  setSpeed(speed: number): void {
    if (this.#anchor !== undefined) this.#anchor = { captureMs: this.#captureNow(this.#anchor), shownMs: performance.now() }
    this.#speed = speed
    this.#onSpeed()
  }

  /** What comes next has nothing to do with what came before. */
  forget(): void {
    this.#anchor = undefined
  }

  /** Resolves with true when the moment has come, with false when the signal aborts first. */
  async until(captureMs: number, signal: AbortSignal): Promise<boolean> {
    const stepMs = captureMs - this.#lastCaptureMs
    this.#lastCaptureMs = captureMs
    if (stepMs > GAP_MS || stepMs < 0) this.#anchor = undefined
    while (!signal.aborted) {
      this.#anchor ??= { captureMs, shownMs: performance.now() }
      const waitMs = this.#speed === 0 ? Number.POSITIVE_INFINITY : (captureMs - this.#captureNow(this.#anchor)) / this.#speed
      if (waitMs < -LATE_MS) this.#anchor = undefined
      if (waitMs <= 0) return true
      await this.#pause(waitMs, signal)
    }
    return false
  }

  #captureNow({ captureMs, shownMs }: { captureMs: number; shownMs: number }): number {
    return captureMs + (performance.now() - shownMs) * this.#speed
  }

  /** Waits, at most until the speed changes or the signal aborts. */
  #pause(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', done)
        this.#onSpeed = () => {}
        resolve()
      }
      const timer = Number.isFinite(ms) ? setTimeout(done, ms) : undefined
      this.#onSpeed = done
      signal.addEventListener('abort', done)
    })
  }
}
