/** Speed is that of the last seconds: steady enough to be read, quick enough to be true. */
const WINDOW_MS = 3_000

/** Measures the speed of a transfer. Times are ms of any clock that never goes back. */
export class SpeedMeter {
  readonly #samples: { atMs: number; bytes: number }[] = []

  add(bytes: number, atMs: number): void {
    this.#samples.push({ atMs, bytes })
    this.#forget(atMs)
  }

  /** Kilobits per second. */
  kbps(nowMs: number): number {
    this.#forget(nowMs)
    const [first] = this.#samples
    if (first === undefined) return 0
    const bytes = this.#samples.reduce((sum, sample) => sum + sample.bytes, 0)
    // A moment of one packet would be a speed without end.
    return Math.round((bytes * 8) / Math.max(nowMs - first.atMs, 250))
  }

  #forget(nowMs: number): void {
    const from = this.#samples.findIndex(({ atMs }) => atMs > nowMs - WINDOW_MS)
    this.#samples.splice(0, from < 0 ? this.#samples.length : from)
  }
}
