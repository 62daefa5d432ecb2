import { NAL, nalType } from './annex-b.ts'
import { BitReader } from './bit-reader.ts'
import { parseSps, type SpsInfo } from './sps.ts'

const MAX_SET_BYTES = 1024

/**
 * The parameter sets in force: those of the session description, replaced by whatever the stream itself carries.
 * Bounded, since the standard knows 32 SPS and 256 PPS ids.
 */
export class ParameterSets {
  readonly #sps = new Map<number, Uint8Array>()
  readonly #pps = new Map<number, Uint8Array>()
  #info: SpsInfo | undefined

  /** What the newest SPS says; a new object whenever a different one arrives. */
  get info(): SpsInfo | undefined {
    return this.#info
  }

  get isComplete(): boolean {
    return this.#info !== undefined && this.#pps.size > 0
  }

  /** All sets, SPS first, as they belong in front of a key frame. */
  *all(): Generator<Uint8Array> {
    yield* this.#sps.values()
    yield* this.#pps.values()
  }

  /** Takes an SPS or PPS NAL unit (copied); broken ones and other types are ignored. */
  take(nal: Uint8Array): void {
    const type = nalType(nal)
    if (nal.length > MAX_SET_BYTES || (type !== NAL.sps && type !== NAL.pps)) return
    const sets = type === NAL.sps ? this.#sps : this.#pps
    const id = readId(nal, type === NAL.sps ? 4 : 1)
    if (id === undefined || id > (type === NAL.sps ? 31 : 255)) return
    const known = sets.get(id)
    if (known && Buffer.compare(known, nal) === 0) return
    if (type === NAL.sps) {
      const info = parseSps(nal)
      if (!info) return
      this.#info = info
    }
    sets.set(id, new Uint8Array(nal)) // a copy: `slice` of a Buffer would be a view
  }
}

function readId(nal: Uint8Array, start: number): number | undefined {
  try {
    return new BitReader(nal, start).unsigned()
  } catch {
    return undefined
  }
}
