import type { MediaUnit } from '#contract/media.ts'
import type { StreamConfig } from './pipeline.ts'

/** How far back a window's past goes: this long from its newest picture … */
const PAST_MS = 30_000
/** … and while it is looked at, so that nobody is overtaken by what is forgotten. */
const HELD_MS = 5 * 60_000
/** Of one window: a main stream of 4 Mbit/s fills half of it in thirty seconds. */
const MOST_BYTES = 32_000_000
/** Of all windows of the tab together; beyond it the largest past loses its oldest part. */
const MOST_BYTES_IN_ALL = 128_000_000

/** Pictures from one key frame to the next, as they came. */
export interface PastGroup {
  config: StreamConfig
  units: MediaUnit[]
  /** What was heard meanwhile, if anybody wanted to hear it. */
  sounds: MediaUnit[]
  bytes: number
}

const all = new Set<PastBuffer>()

/**
 * The last thirty seconds of a window, in whole groups of pictures, so that they can be seen again and a recording can begin at once. Keeps views
 * of what came, copies nothing. Bounded by time and bytes, for each window and for all of them.
 */
export class PastBuffer {
  readonly #keeps: boolean
  #groups: PastGroup[] = []
  #bytes = 0
  #isWhole = false
  /** While it is looked at: keep more than thirty seconds. */
  isHeld = false

  /** Without `keeps` nothing is kept. */
  constructor(keeps = true) {
    this.#keeps = keeps
  }

  /** From the oldest to the newest. The last group grows. */
  get groups(): readonly PastGroup[] {
    return this.#groups
  }

  get bytes(): number {
    return this.#bytes
  }

  push(unit: MediaUnit, config: StreamConfig): void {
    if (!this.#keeps) return
    let group = this.#groups.at(-1)
    if (unit.isKey) {
      group = { config, units: [], sounds: [], bytes: 0 }
      this.#groups.push(group)
      all.add(this)
      this.#isWhole = true
    }
    // What is left out of a group makes all behind it useless, up to the next key frame.
    if (group === undefined || !this.#isWhole || group.config !== config || !follows(group, unit)) {
      this.#isWhole = false
      return
    }
    group.units.push(unit)
    this.#count(group, unit)
    this.#forget(unit.captureMs - (this.isHeld ? HELD_MS : PAST_MS))
  }

  /** Keeps a frame of sound with the pictures that came last. */
  pushSound(frame: MediaUnit): void {
    const group = this.#groups.at(-1)
    if (group === undefined || !this.#isWhole) return
    group.sounds.push(frame)
    this.#count(group, frame)
  }

  #count(group: PastGroup, { data }: MediaUnit): void {
    group.bytes += data.byteLength
    this.#bytes += data.byteLength
  }

  #forget(beforeMs: number): void {
    // The newest group stays, and the one in which the thirty seconds begin.
    while ((this.#groups[1]?.units[0]?.captureMs ?? Number.POSITIVE_INFINITY) <= beforeMs) this.#dropOldest()
    while (this.#bytes > MOST_BYTES && this.#groups.length > 0) this.#dropOldest()
    let total = 0
    for (const { bytes } of all) total += bytes
    if (total <= MOST_BYTES_IN_ALL) return
    const [largest = this] = [...all].toSorted((one, other) => other.bytes - one.bytes)
    largest.#dropOldest()
  }

  #dropOldest(): void {
    const oldest = this.#groups.shift()
    this.#bytes -= oldest?.bytes ?? 0
    if (this.#groups.length === 0) this.clear()
  }

  clear(): void {
    this.#groups = []
    this.#bytes = 0
    this.#isWhole = false
    all.delete(this)
  }
}

function follows({ units }: PastGroup, unit: MediaUnit): boolean {
  const last = units.at(-1)
  return last === undefined || (last.sequence + 1) >>> 0 === unit.sequence
}
