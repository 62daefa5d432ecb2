import type { DropReason } from './pipeline.ts'

const AGES_KEPT = 128
const TICKS_KEPT = 3
/** Of more pictures a pause would be forgotten too late, and of fewer it would count as much as they do. */
const TIMES_KEPT = 5

/** Counts what a window receives, shows and leaves out, and how old its pictures are when they show. */
export class PictureMeter {
  framesShown = 0
  framesDropped = 0
  framesTooMany = 0
  #bytes = 0
  readonly #ages: number[] = []
  #nextAge = 0
  /** When the last pictures were shown, the oldest first. */
  readonly #times: number[] = []
  /** What had been counted at the last ticks, the oldest first. */
  readonly #ticks: { atMs: number; shown: number; bytes: number }[] = []

  received(bytes: number): void {
    this.#bytes += bytes
  }

  /** `ageMs`: from the camera's capture to `atMs`, when it was shown. */
  shown(ageMs: number, atMs: number): void {
    this.framesShown++
    this.#times.push(atMs)
    if (this.#times.length > TIMES_KEPT) this.#times.shift()
    this.#ages[this.#nextAge] = ageMs
    this.#nextAge = (this.#nextAge + 1) % AGES_KEPT
  }

  /** How long one of the last pictures was shown before the next one came, ms; nothing before two were. */
  get everyMs(): number | undefined {
    const gaps = this.#times.slice(1).map((atMs, index) => atMs - (this.#times[index] ?? atMs))
    return gaps.length === 0
      ? undefined
      : quantile(
          gaps.toSorted((a, b) => a - b),
          0.5,
        )
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
