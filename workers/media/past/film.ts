import type { MediaUnit } from '#contract/media.ts'
import type { Place, StoredGroup } from './group-store.ts'

const BYTES_PER_PIXEL = 1.5
/** Two films are held at a time: the one that is seen, and the one in front of it. */
const FILMS = 2

interface Film {
  group: StoredGroup
  /** How many units were given to the decoder. */
  fed: number
  frames: Map<MediaUnit, VideoFrame>
}

/**
 * Whole groups of pictures, decoded and kept, so that they can be seen from their end: the way back. A group that is too large for the memory that
 * there is for it keeps each second, third, … picture.
 */
export class Films {
  readonly #mostBytes: () => number
  readonly #onReady: () => void
  #films: Film[] = []
  #decoder: VideoDecoder | undefined
  #codec = ''
  readonly #inside = new Map<number, { film: Film; unit: MediaUnit }>()
  #count = 0

  /** `mostBytes`: of decoded pictures, for now. `onReady` hears when one more is there. */
  constructor(mostBytes: () => number, onReady: () => void) {
    this.#mostBytes = mostBytes
    this.#onReady = onReady
  }

  /** The decoded picture at this place, or the nearest before it that is kept; the caller clones it. Nothing while it is being decoded. */
  frameAt({ group, at }: Place): { frame: VideoFrame; unit: MediaUnit } | undefined {
    const film = this.#filmOf(group)
    for (let index = at; index >= 0; index--) {
      const unit = group.units[index]
      const frame = unit && film.frames.get(unit)
      if (unit && frame) return at - index < this.#every(group) ? { frame, unit } : undefined
    }
    return undefined
  }

  /** Decodes this group too, and lets go of all but it and the one that is seen. */
  prepare(group: StoredGroup): void {
    this.#filmOf(group)
  }

  #filmOf(group: StoredGroup): Film {
    let film = this.#films.find((one) => one.group === group)
    if (film === undefined) {
      film = { group, fed: 0, frames: new Map() }
      this.#films.push(film)
      if (this.#films.length > FILMS) this.#drop(this.#films.shift())
    } else if (this.#films.at(-1) !== film) {
      this.#films = [...this.#films.filter((one) => one !== film), film]
    }
    this.#feed(film)
    return film
  }

  #every({ config, units }: StoredGroup): number {
    const most = this.#mostBytes() / FILMS / (config.width * config.height * BYTES_PER_PIXEL)
    return Math.max(1, Math.ceil(units.length / Math.max(1, most)))
  }

  #feed(film: Film): void {
    const { group } = film
    // A group that has grown meanwhile cannot be gone on with behind another one: it begins again.
    if (film.fed > 0 && film.fed < group.units.length) {
      this.#empty(film)
      film.fed = 0
    }
    if (film.fed > 0) return
    film.fed = group.units.length
    try {
      if (this.#decoder === undefined || this.#decoder.state === 'closed' || this.#codec !== group.config.codec)
        this.#make(group.config.codec)
      for (const unit of group.units) {
        const timestamp = ++this.#count
        this.#inside.set(timestamp, { film, unit })
        this.#decoder?.decode(new EncodedVideoChunk({ type: unit.isKey ? 'key' : 'delta', timestamp, data: unit.data }))
      }
    } catch {
      this.#fail()
    }
  }

  #make(codec: string): void {
    this.#end()
    const decoder: VideoDecoder = new VideoDecoder({
      output: (frame) => (decoder === this.#decoder ? this.#take(frame) : frame.close()),
      error: () => decoder === this.#decoder && this.#fail(),
    })
    decoder.configure({ codec, optimizeForLatency: true })
    this.#decoder = decoder
    this.#codec = codec
  }

  #take(frame: VideoFrame): void {
    const { film, unit } = this.#inside.get(frame.timestamp) ?? {}
    this.#inside.delete(frame.timestamp)
    const index = film && unit ? film.group.units.indexOf(unit) : -1
    if (film === undefined || unit === undefined || !this.#films.includes(film) || index % this.#every(film.group) !== 0)
      return frame.close()
    film.frames.get(unit)?.close()
    film.frames.set(unit, frame)
    this.#onReady()
  }

  #fail(): void {
    this.#end()
  }

  #end(): void {
    const decoder = this.#decoder
    this.#decoder = undefined
    this.#inside.clear()
    if (decoder !== undefined && decoder.state !== 'closed') decoder.close()
  }

  #empty({ frames }: Film): void {
    for (const frame of frames.values()) frame.close()
    frames.clear()
  }

  #drop(film: Film | undefined): void {
    if (film !== undefined) this.#empty(film)
  }

  close(): void {
    this.#end()
    for (const film of this.#films) this.#drop(film)
    this.#films = []
  }
}
