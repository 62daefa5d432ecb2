import type { MediaUnit } from '#contract/media.ts'
import type { StreamConfig } from '../pipeline.ts'
import { SpanSet } from './span-set.ts'

/** Pictures from one key frame to the next, in the order of their capture, and what was heard meanwhile. */
export interface StoredGroup {
  config: StreamConfig
  units: MediaUnit[]
  sounds: MediaUnit[]
  bytes: number
}

/** A picture of a group. */
export interface Place {
  group: StoredGroup
  at: number
  unit: MediaUnit
}

/** A piece of the past while it comes: what its units are, and the group that grows. */
export interface Piece {
  config: StreamConfig
  group?: StoredGroup | undefined
}

/** A picture that is followed by none for this long is the last before a gap. Of key frames alone the next may be a whole group away. */
const GAP_MS = 2_000
const KEYS_GAP_MS = 12_000

function startOf({ units }: StoredGroup): number {
  return units[0]?.captureMs ?? 0
}

/**
 * What has come of one camera's past, to be shown in any order: groups of pictures by the time of their key frame, and which time is known whole or
 * by its key frames alone. Bounded in bytes; what is farthest from where the viewer is goes first.
 */
export class GroupStore {
  readonly #mostBytes: number
  #groups: StoredGroup[] = []
  #bytes = 0
  /** Time of which all pictures are here, and time of which the key frames are. */
  readonly whole = new SpanSet()
  readonly keys = new SpanSet()

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Takes the next unit of a piece. What is here already, as the begin of a piece that follows another, is left alone. */
  put(unit: MediaUnit, piece: Piece): void {
    if (unit.kind === 'sound') return this.#putSound(unit)
    if (unit.isKey) piece.group = this.#groupFrom(unit, piece.config)
    const { group } = piece
    if (group === undefined || unit.captureMs <= (group.units.at(-1)?.captureMs ?? 0)) return
    group.units.push(unit)
    this.#count(group, unit)
  }

  #groupFrom(unit: MediaUnit, config: StreamConfig): StoredGroup {
    const index = this.#indexAt(unit.captureMs)
    const known = this.#groups[index]
    if (known !== undefined && startOf(known) === unit.captureMs && known.config.codec === config.codec) return known
    const group: StoredGroup = { config, units: [unit], sounds: [], bytes: 0 }
    this.#groups.splice(index + 1, 0, group)
    this.#count(group, unit)
    return group
  }

  #putSound(frame: MediaUnit): void {
    const group = this.groupAt(frame.captureMs)
    if (group === undefined || frame.captureMs <= (group.sounds.at(-1)?.captureMs ?? 0)) return
    group.sounds.push(frame)
    this.#count(group, frame)
  }

  #count(group: StoredGroup, { data }: MediaUnit): void {
    group.bytes += data.byteLength
    this.#bytes += data.byteLength
  }

  /** The index of the last group that begins at this time or before it; −1 before the first. */
  #indexAt(atMs: number): number {
    let [low, high] = [0, this.#groups.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (startOf(this.#groups[middle] as StoredGroup) <= atMs) low = middle + 1
      else high = middle
    }
    return low - 1
  }

  groupAt(atMs: number): StoredGroup | undefined {
    return this.#groups[this.#indexAt(atMs)]
  }

  after(group: StoredGroup): StoredGroup | undefined {
    return this.#groups[this.#groups.indexOf(group) + 1]
  }

  before(group: StoredGroup): StoredGroup | undefined {
    return this.#groups[this.#groups.indexOf(group) - 1]
  }

  /** The picture that was there at this time: nothing in a gap of the recordings. `isKeys`: key frames alone. */
  placeAt(atMs: number, isKeys: boolean): Place | undefined {
    const group = this.groupAt(atMs)
    if (group === undefined) return undefined
    const at = isKeys ? 0 : group.units.findLastIndex(({ captureMs }) => captureMs <= atMs)
    const unit = group.units[at]
    if (unit === undefined || atMs - unit.captureMs > (isKeys ? KEYS_GAP_MS : GAP_MS)) return undefined
    return { group, at, unit }
  }

  /** The picture behind this one, or in front of it, as far as it has come. */
  beside({ group, at }: Place, way: 1 | -1): Place | undefined {
    const within = group.units[at + way]
    if (within !== undefined) return { group, at: at + way, unit: within }
    const next = way === 1 ? this.after(group) : this.before(group)
    const index = way === 1 ? 0 : (next?.units.length ?? 0) - 1
    const unit = next?.units[index]
    return next && unit && { group: next, at: index, unit }
  }

  /** Forgets what is farthest from this moment until the rest is small enough. */
  thin(aroundMs: number): void {
    while (this.#bytes > this.#mostBytes && this.#groups.length > 2) {
      const first = this.#groups[0] as StoredGroup
      const last = this.#groups.at(-1) as StoredGroup
      const isFirst = aroundMs - startOf(first) > startOf(last) - aroundMs
      this.#forget(isFirst ? first : last)
    }
  }

  #forget(group: StoredGroup): void {
    const next = this.after(group)
    const endMs = next === undefined ? Number.POSITIVE_INFINITY : startOf(next)
    for (const spans of [this.whole, this.keys]) spans.remove(startOf(group), endMs)
    this.#groups.splice(this.#groups.indexOf(group), 1)
    this.#bytes -= group.bytes
  }

  clear(): void {
    this.#groups = []
    this.#bytes = 0
    this.whole.clear()
    this.keys.clear()
  }
}
