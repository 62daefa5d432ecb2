import { quantile } from '../live/figures.ts'

/** The first minute of a browser is its start: it compiles, and fills what it keeps at hand. */
const SETTLED_MS = 60_000
/** So long after one page has taken the place of another what the one before held waits to be collected. */
const RENEWAL_MS = 30_000
const TELL_EVERY_MS = 30_000
const MB = 1e6
const HOUR_MS = 3_600_000

interface Sample {
  atMs: number
  megabytes: number
  /** Neither the start, nor two pages at a time. */
  isSettled: boolean
}

interface Memory {
  bytes: number
  byKind: ReadonlyMap<string, number>
}

/** How much it is, and which processes have it. */
export function wordsOf({ bytes, byKind }: Memory): string {
  const kinds = [...byKind].map(([kind, some]) => `${kind} ${(some / MB).toFixed(0)}`)
  return `${(bytes / MB).toFixed(0)} MB (${kinds.join(', ')})`
}

/** What a browser takes of memory over time: what stays is told apart from what is taken for a moment while one page takes the place of another. */
export class MemoryTrail {
  readonly #samples: Sample[] = []
  #page: string | undefined
  #changedMs = Number.NEGATIVE_INFINITY
  #toldMs = Number.NEGATIVE_INFINITY

  /** `atMs`: since the run began; `page`: which one is seen. Says it, every now and then. */
  note(atMs: number, memory: Memory, page: string): void {
    if (this.#page !== undefined && page !== this.#page) this.#changedMs = atMs
    this.#page = page
    const isSettled = atMs >= SETTLED_MS && atMs - this.#changedMs >= RENEWAL_MS
    this.#samples.push({ atMs, megabytes: memory.bytes / MB, isSettled })
    if (atMs - this.#toldMs < TELL_EVERY_MS) return
    this.#toldMs = atMs
    console.log(`  ${(atMs / 1_000).toFixed(0)} s: ${wordsOf(memory)}${isSettled ? '' : ', not settled'}`)
  }

  /** Growth: from the median of the first third of what was settled to that of the last one; slope: of a straight line through it. */
  figures(): { memory_begin_mb: number; memory_growth_pct: number; memory_slope_mb_h: number; memory_peak_mb: number } {
    const settled = this.#samples.filter(({ isSettled }) => isSettled)
    const third = Math.max(1, Math.floor(settled.length / 3))
    const median = (some: Sample[]) =>
      quantile(
        some.map(({ megabytes }) => megabytes),
        0.5,
      )
    const [begin, last] = [median(settled.slice(0, third)), median(settled.slice(-third))]
    return {
      memory_begin_mb: Math.round(begin),
      memory_growth_pct: Number(((last / begin - 1) * 100).toFixed(1)),
      memory_slope_mb_h: Math.round(slopeOf(settled) * HOUR_MS),
      memory_peak_mb: Math.round(Math.max(...this.#samples.map(({ megabytes }) => megabytes))),
    }
  }
}

/** Of the straight line that goes through them best, MB a millisecond. */
function slopeOf(samples: readonly Sample[]): number {
  const mean = (of: (sample: Sample) => number) => samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length
  const [meanMs, meanMb] = [mean(({ atMs }) => atMs), mean(({ megabytes }) => megabytes)]
  const spread = mean(({ atMs }) => (atMs - meanMs) ** 2)
  return mean(({ atMs, megabytes }) => (atMs - meanMs) * (megabytes - meanMb)) / spread
}
