import { quantile } from '../live/figures.ts'

/** So long after one page has taken the place of another what the one before held waits to be collected; and a browser that has just started compiles. */
const SETTLED_MS = 60_000
/** A page that was renewed sooner than this has no life to be compared by. */
const LEAST_LIFE_MS = 120_000
const TELL_EVERY_MS = 30_000
const MB = 1e6
const HOUR_MS = 3_600_000

interface Sample {
  atMs: number
  /** Since its page was seen first. */
  ageMs: number
  megabytes: number
  /** No successor is being loaded behind the page, and no release waits for one. */
  isAlone: boolean
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

/**
 * What a browser takes of memory over time. A page takes more the longer it lives, and the next one begins anew: that is what renewing is for, and to compare any
 * two moments would say only how old their pages are. What is compared is the same time of life of each page, the longest that all of them had.
 */
export class MemoryTrail {
  /** Of each page that was seen, in order. */
  readonly #lives: Sample[][] = []
  #page: string | undefined
  #toldMs = Number.NEGATIVE_INFINITY

  /** `atMs`: since the run began; `page`: which one is seen, and whether it is alone. Says it, every now and then. */
  note(atMs: number, memory: Memory, page: string, isAlone: boolean): void {
    // A browser that is just being asked for its processes has none.
    if (Number.isNaN(memory.bytes)) return
    if (page !== this.#page) this.#lives.push([])
    this.#page = page
    const life = this.#lives.at(-1) ?? []
    const ageMs = atMs - (life[0]?.atMs ?? atMs)
    life.push({ atMs, ageMs, megabytes: memory.bytes / MB, isAlone })
    if (atMs - this.#toldMs < TELL_EVERY_MS) return
    this.#toldMs = atMs
    console.log(`  ${(atMs / 1_000).toFixed(0)} s: ${wordsOf(memory)}, page ${this.#lives.length} for ${(ageMs / 1_000).toFixed(0)} s`)
  }

  /**
   * Growth: from the first page to the last one, of the median of the same time of life; where none was renewed, from the first third of its life to the last.
   * Page: the most that one grew in its own life. Slope: of a straight line through the medians of all pages. Peak: with two pages at a time, which all else leaves out.
   */
  figures(): {
    memory_begin_mb: number
    memory_end_mb: number
    memory_growth_pct: number
    memory_page_growth_pct: number
    memory_slope_mb_h: number
    memory_peak_mb: number
  } {
    const lives = this.#lives
      .map((life) => life.filter(({ ageMs, isAlone }) => ageMs >= SETTLED_MS && isAlone))
      .filter((life) => lengthOf(life) >= LEAST_LIFE_MS)
    const alike = lives.length > 1 ? sameTimeOf(lives) : thirdsOf(lives[0] ?? this.#lives.flat())
    const medians = alike.map((life) => medianOf(life))
    const [begin = Number.NaN, last = Number.NaN] = [medians.at(0), medians.at(-1)]
    const points = alike.map((life, index) => ({ atMs: life.at(-1)?.atMs ?? 0, megabytes: medians[index] ?? 0 }))
    const grown = lives.map((life) => {
      const [young = [], , old = []] = thirdsOf(life)
      return medianOf(old) / medianOf(young) - 1
    })
    const peak = Math.max(...this.#lives.flat().map(({ megabytes }) => megabytes))
    return {
      memory_begin_mb: Math.round(begin),
      memory_end_mb: Math.round(last),
      memory_growth_pct: Number(((last / begin - 1) * 100).toFixed(1)),
      memory_page_growth_pct: Number((Math.max(0, ...grown) * 100).toFixed(1)),
      memory_slope_mb_h: Math.round(slopeOf(points) * HOUR_MS),
      memory_peak_mb: Math.round(peak),
    }
  }
}

function lengthOf(life: readonly Sample[]): number {
  return (life.at(-1)?.ageMs ?? 0) - (life[0]?.ageMs ?? 0)
}

/** Of each life the time that all had: its second half, in which a page holds what it will hold. */
function sameTimeOf(lives: readonly Sample[][]): Sample[][] {
  const untilMs = Math.min(...lives.map((life) => life.at(-1)?.ageMs ?? 0))
  const fromMs = (SETTLED_MS + untilMs) / 2
  return lives.map((life) => life.filter(({ ageMs }) => ageMs >= fromMs && ageMs <= untilMs))
}

function thirdsOf(life: Sample[]): Sample[][] {
  const third = Math.max(1, Math.floor(life.length / 3))
  return [life.slice(0, third), life.slice(third, -third), life.slice(-third)]
}

function medianOf(samples: readonly Sample[]): number {
  return quantile(
    samples.map(({ megabytes }) => megabytes),
    0.5,
  )
}

/** Of the straight line that goes through them best, MB a millisecond. */
function slopeOf(points: readonly { atMs: number; megabytes: number }[]): number {
  const mean = (of: (point: { atMs: number; megabytes: number }) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length
  const [meanMs, meanMb] = [mean(({ atMs }) => atMs), mean(({ megabytes }) => megabytes)]
  const spread = mean(({ atMs }) => (atMs - meanMs) ** 2)
  return mean(({ atMs, megabytes }) => (atMs - meanMs) * (megabytes - meanMb)) / spread
}
