import { PREVIEW_WINDOW, type PastPreviewNews } from '#contract/playback-api.ts'
import type { PastPlace } from '#contract/recorded-media.ts'
import type { MediaEngine } from '../media-engine.ts'
import { createSurface, type Surface } from '../surface.ts'

/** A camera of which one looks at single pictures. */
interface PreviewCamera {
  sn: string
  chlIndex: number
  from: PastPlace
}

/** The picture of a moment that somebody points at, in an element of its own beside what is played. A plain class, outside React. */
export class PastPreview {
  readonly #engine: Pick<MediaEngine, 'port'>
  readonly #listeners = new Set<() => void>()
  #surface: Surface | undefined
  /** Of what somebody points at, while they do. What is told of an earlier one comes too late. */
  #visit: { number: number; camera: string } | undefined
  #visits = 0
  #pictureMs: number | undefined

  constructor(engine: Pick<MediaEngine, 'port'>) {
    this.#engine = engine
  }

  /** When the picture was taken that is in the element; undefined while there is none of what is pointed at. */
  get pictureMs(): number | undefined {
    return this.#pictureMs
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Puts the picture's element into `host`, which it fills, until the returned function is called. A canvas: a `<video>` shows its pictures later. */
  mount(host: HTMLElement): () => void {
    this.#surface ??= createSurface('canvas', PREVIEW_WINDOW, this.#engine.port)
    const { element } = this.#surface
    host.append(element)
    return () => element.remove()
  }

  /** Somebody points at this moment. */
  point(camera: PreviewCamera, atMs: number): void {
    const text = JSON.stringify(camera)
    if (this.#visit?.camera !== text) {
      this.#visit = { number: ++this.#visits, camera: text }
      this.#become(undefined)
    }
    const wanted = { ...camera, stream: 'sub', window: PREVIEW_WINDOW } as const
    this.#engine.port.send({ op: 'past', order: { kind: 'point', camera: wanted, atMs, visit: this.#visit.number } })
  }

  /** Nobody does any more. */
  leave(): void {
    this.#visit = undefined
    this.#engine.port.send({ op: 'past', order: { kind: 'leave' } })
    this.#become(undefined)
  }

  /** For the deck: what the media worker says. */
  take({ visit, pictureMs }: PastPreviewNews): void {
    if (visit === this.#visit?.number) this.#become(pictureMs)
  }

  #become(pictureMs: number | undefined): void {
    this.#pictureMs = pictureMs
    for (const listener of this.#listeners) listener()
  }
}
