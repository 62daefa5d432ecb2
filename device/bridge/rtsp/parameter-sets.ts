import type { PictureInfo, VideoCodec } from './video-codec.ts'

const MAX_SET_BYTES = 1024

/**
 * The parameter sets in force: those of the session description, replaced by whatever the stream itself carries.
 * Bounded, since the standards know but some numbers for each type.
 */
export class ParameterSets {
  readonly #codec: VideoCodec
  /** by type, in the order in which they are written */
  readonly #sets: Map<number, Map<number, Uint8Array>>
  #info: PictureInfo | undefined

  constructor(codec: VideoCodec) {
    this.#codec = codec
    this.#sets = new Map(codec.sets.map((type) => [type, new Map()]))
  }

  /** What the newest SPS says; a new object whenever a different one arrives. */
  get info(): PictureInfo | undefined {
    return this.#info
  }

  get isComplete(): boolean {
    return this.#info !== undefined && [...this.#sets.values()].every((sets) => sets.size > 0)
  }

  /** All sets, as they belong in front of a key frame. */
  *all(): Generator<Uint8Array> {
    for (const sets of this.#sets.values()) yield* sets.values()
  }

  /** Takes the NAL unit of a parameter set (copied); broken ones and other types are ignored. */
  take(nal: Uint8Array): void {
    const sets = this.#sets.get(this.#codec.typeOf(nal))
    if (sets === undefined || nal.length > MAX_SET_BYTES) return
    const set = this.#codec.readSet(nal)
    if (set === undefined) return
    const known = sets.get(set.id)
    if (known && Buffer.compare(known, nal) === 0) return
    if (set.info) this.#info = set.info
    sets.set(set.id, new Uint8Array(nal)) // a copy: `slice` of a Buffer would be a view
  }
}
