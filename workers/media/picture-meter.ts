import type { DropReason } from './pipeline.ts'

const AGES_KEPT = 128
const TICKS_KEPT = 3

/** Counts what a window receives, shows and leaves out, and how old its pictures are when they show. */
export class PictureMeter {
  framesShown = 0
  framesDropped = 0
  framesTooMany = 0
  #bytes = 0
  readonly #ages: number[] = []
  #nextAge = 0
  /** What had been counted at the last ticks, the oldest first. */
  readonly #ticks: { atMs: number; shown: number; bytes: number }[] = []

  received(bytes: number): void {
    this.#bytes += bytes
  }

  /** `ageMs`: from the camera's capture to now. */
  shown(ageMs: number): void {
    this.framesShown++
    this.#ages[this.#nextAge] = ageMs
    this.#nextAge = (this.#nextAge + 1) % AGES_KEPT
  }

  dropped(frames: number, why: DropReason): void {
    this.framesDropped += frames
    if (why === 'behind') this.framesTooMany += frames
  }

  /** The rates of the last seconds; to be asked about once a second. */
  tick(nowMs: number): { fps: number; bitrateKbps: number; ageMs: number; ageP95Ms: number } {
    const first = this.#ticks[0] ?? { atMs: nowMs, shown: this.framesShown, bytes: this.#bytes }
    this.#ticks.push({ atMs: nowMs, shown: this.framesShown, bytes: this.#bytes })
    if (this.#ticks.length > TICKS_KEPT) this.#ticks.shift()
    const seconds = Math.max((nowMs - first.atMs) / 1000, 0.001)
    const ages = this.#ages.toSorted((a, b) => a - b)
    return {
      fps: (this.framesShown - first.shown) / seconds,
      bitrateKbps: ((this.#bytes - first.bytes) * 8) / 1000 / seconds,
      ageMs: quantile(ages, 0.5),
      ageP95Ms: quantile(ages, 0.95),
    }
  }
}

/** The quantile `q` of numbers in rising order; 0 when there are none. */
function quantile(sorted: number[], q: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0
}
