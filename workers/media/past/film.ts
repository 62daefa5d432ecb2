import type { MediaUnit } from '#contract/media.ts'
import { ERRORS_BEFORE_FAULT, failureOf } from './decoder-failure.ts'
import type { Place, StoredGroup } from './group-store.ts'

const BYTES_PER_PIXEL = 1.5
/** Two films are held at a time: the one that is seen, and the one in front of it. */
const FILMS = 2

interface Film {
  group: StoredGroup
  /** How many units were given to the decoder. */
  fed: number
  /** Nothing more comes of what was given. */
  isOver: boolean
  frames: Map<MediaUnit, VideoFrame>
}

interface FilmEvents {
  /** One more picture is there, or it is known that one will not come. */
  onReady(): void
  /** The browser has no decoder for this codec. */
  onUnsupported(codec: string): void
}

/**
 * Whole groups of pictures, decoded and kept, so that they can be seen from their end: the way back. A group that is too large for the memory that
 * there is for it keeps each second, third, … picture.
 */
export class Films {
  readonly #mostBytes: () => number
  readonly #events: FilmEvents
  #films: Film[] = []
  #decoder: VideoDecoder | undefined
  #codec = ''
  readonly #inside = new Map<number, { film: Film; unit: MediaUnit }>()
  #count = 0
  #errors = 0
  /** Groups in which the decoder failed once. */
  readonly #suspects = new WeakSet<StoredGroup>()

  /** `mostBytes`: of decoded pictures, for now. */
  constructor(mostBytes: () => number, events: FilmEvents) {
    this.#mostBytes = mostBytes
    this.#events = events
  }

  /**
   * The decoded picture at this place, or the nearest before it that is kept; the caller clones it. Nothing while it is being decoded, `damaged` when
   * nothing came of it.
   */
  frameAt({ group, at }: Place): { frame: VideoFrame; unit: MediaUnit } | 'damaged' | undefined {
    const film = this.#filmOf(group, true)
    const first = Math.max(0, at - this.#every(group) + 1)
    for (let index = at; index >= first; index--) {
      const unit = group.units[index]
      const frame = unit && film.frames.get(unit)
      if (unit && frame) return { frame, unit }
    }
    return film.isOver ? 'damaged' : undefined
  }

  /** Decodes this group too, and lets go of all but it and the one that is seen. Where that is of another codec, it is whole first. */
  prepare(group: StoredGroup): void {
    this.#filmOf(group, false)
  }

  #filmOf(group: StoredGroup, isSeen: boolean): Film {
    let film = this.#films.find((one) => one.group === group)
    if (film === undefined) {
      film = { group, fed: 0, isOver: false, frames: new Map() }
      this.#films.push(film)
      if (this.#films.length > FILMS) this.#drop(this.#films.shift())
    } else if (this.#films.at(-1) !== film) {
      this.#films = [...this.#films.filter((one) => one !== film), film]
    }
    this.#feed(film, isSeen)
    return film
  }

  #every({ config, units }: StoredGroup): number {
    const most = this.#mostBytes() / FILMS / (config.width * config.height * BYTES_PER_PIXEL)
    return Math.max(1, Math.ceil(units.length / Math.max(1, most)))
  }

  #feed(film: Film, isSeen: boolean): void {
    const { group } = film
    // A group that has grown meanwhile cannot be gone on with behind another one: it begins again.
    if (film.fed > 0 && film.fed < group.units.length) {
      this.#empty(film)
      film.fed = 0
    }
    if (film.fed > 0) return
    const { codec } = group.config
    const isOther = this.#decoder === undefined || this.#decoder.state === 'closed' || this.#codec !== codec
    // There is one decoder. What is seen takes it from what is only prepared, never the other way round: each would end the other for ever.
    if (isOther && !isSeen && this.#films.some((one) => one.fed > 0 && !one.isOver)) return
    try {
      if (isOther) this.#make(codec)
      film.fed = group.units.length
      film.isOver = false
      for (const unit of group.units) {
        const timestamp = ++this.#count
        this.#inside.set(timestamp, { film, unit })
        this.#decoder?.decode(new EncodedVideoChunk({ type: unit.isKey ? 'key' : 'delta', timestamp, data: unit.data }))
      }
      this.#awaitEnd(film)
    } catch (error) {
      this.#fail(error, film)
    }
  }

  /** The next group begins with a key frame: a decoder may be emptied in between, and what has not come of a group by then will not. */
  #awaitEnd(film: Film): void {
    const { fed } = film
    const last = this.#count
    const over = () => {
      for (const count of this.#inside.keys()) if (count <= last) this.#inside.delete(count)
      if (film.fed !== fed) return
      film.isOver = true
      this.#events.onReady()
    }
    // One that fails says so by itself.
    this.#decoder?.flush().then(over, () => {})
  }

  #make(codec: string): void {
    this.#end()
    this.#codec = codec
    const decoder: VideoDecoder = new VideoDecoder({
      output: (frame) => (decoder === this.#decoder ? this.#take(frame) : frame.close()),
      error: (error) => decoder === this.#decoder && this.#fail(error),
    })
    this.#decoder = decoder
    decoder.configure({ codec, optimizeForLatency: true })
  }

  #take(frame: VideoFrame): void {
    const { film, unit } = this.#inside.get(frame.timestamp) ?? {}
    this.#inside.delete(frame.timestamp)
    this.#errors = 0
    const index = film && unit ? film.group.units.indexOf(unit) : -1
    if (film === undefined || unit === undefined || !this.#films.includes(film) || index % this.#every(film.group) !== 0)
      return frame.close()
    film.frames.get(unit)?.close()
    film.frames.set(unit, frame)
    this.#events.onReady()
  }

  /**
   * A group in which the decoder fails a second time is damaged; whatever else was given is decoded anew. `given`: the film that could not be given to
   * a decoder at all.
   */
  #fail(error: unknown, given?: Film): void {
    const failure = failureOf(error)
    const first = given ?? [...this.#inside.values()][0]?.film
    this.#end()
    if (first !== undefined && failure === 'pictures') {
      if (this.#suspects.has(first.group)) [first.fed, first.isOver] = [first.group.units.length, true]
      else this.#suspects.add(first.group)
    }
    if (failure === 'kind' && ++this.#errors === ERRORS_BEFORE_FAULT) {
      this.#errors = 0
      this.#events.onUnsupported(this.#codec)
    }
    this.#events.onReady()
  }

  /** What the decoder has not given by now is to be decoded anew. */
  #end(): void {
    const decoder = this.#decoder
    this.#decoder = undefined
    this.#inside.clear()
    for (const film of this.#films) if (!film.isOver) film.fed = 0
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
