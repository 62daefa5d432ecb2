/** What a group keeps of a unit: whether decoding can begin there, and its bytes. */
export interface GopUnit {
  isKey: boolean
  data: Uint8Array
}

/** A unit of a burst; all but the newest are already past. */
export interface BurstUnit<Unit extends GopUnit> {
  unit: Unit
  isPreroll: boolean
}

/**
 * Bounds of one group: 20 s of a large main stream, 9 Mbit/s or 75 pictures a second. A stream whose key frames lie further apart than this is joined
 * at its next key frame.
 */
const MAX_BYTES = 24 * 1024 * 1024
const MAX_UNITS = 1_500

/**
 * The current group of pictures of a stream: its units since the last key frame, so that whoever joins sees a picture
 * at once. Keeps views, copies nothing.
 */
export class Gop<Unit extends GopUnit> {
  readonly #maxBytes: number
  readonly #maxUnits: number
  #units: Unit[] = []
  #bytes = 0
  #waitsForKey = false

  constructor(bounds: { maxBytes?: number; maxUnits?: number } = {}) {
    this.#maxBytes = bounds.maxBytes ?? MAX_BYTES
    this.#maxUnits = bounds.maxUnits ?? MAX_UNITS
  }

  /** Units come that nobody can begin with: whoever joins now sees nothing before the next key frame. */
  get waitsForKey(): boolean {
    return this.#waitsForKey
  }

  push(unit: Unit): void {
    if (unit.isKey) this.clear()
    else if (this.#units.length === 0) {
      this.#waitsForKey = true
      return
    }
    this.#units.push(unit)
    this.#bytes += unit.data.byteLength
    // Half a group is of no use to anybody, since every unit needs those before it.
    if (this.#bytes <= this.#maxBytes && this.#units.length <= this.#maxUnits) return
    this.clear()
    this.#waitsForKey = true
  }

  /** From the last key frame to the newest unit; empty before the first key frame, and when the group grew too big to keep. */
  burst(): BurstUnit<Unit>[] {
    const newest = this.#units.length - 1
    return this.#units.map((unit, index) => ({ unit, isPreroll: index < newest }))
  }

  clear(): void {
    this.#units = []
    this.#bytes = 0
    this.#waitsForKey = false
  }
}
