import type { PastCamera, PastWindowState } from '#contract/playback-api.ts'
import type { MediaEngine } from '../media-engine.ts'
import { WindowSound } from '../sound/window-sound.ts'
import { createSurface, type Surface } from '../surface.ts'

const FULL_SIZE_PX = 8192

/** One window of a playback: shows a camera's past in an element of its own. A plain class, outside React. */
export class PastWindow {
  readonly camera: PastCamera
  readonly sound: WindowSound
  readonly #surface: Surface
  readonly #listeners = new Set<() => void>()
  #state: PastWindowState

  constructor(camera: PastCamera, engine: MediaEngine) {
    this.camera = camera
    this.#state = { window: camera.window, shows: 'loading' }
    this.#surface = createSurface(engine.sink, camera.window, engine.port)
    const { element } = this.#surface
    this.sound = new WindowSound({ winIndex: camera.window, port: engine.port, device: engine.soundDevice, element, onHeard: () => {} })
  }

  /** A new object for each change. */
  get state(): PastWindowState {
    return this.#state
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Puts the picture's element into `host`, which it fills, until the returned function is called. */
  mount(host: HTMLElement): () => void {
    const { element } = this.#surface
    host.append(element)
    if (element instanceof HTMLVideoElement) void element.play().catch(() => undefined)
    return () => element.remove()
  }

  /** For the deck: what the media worker says. */
  take(state: PastWindowState): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }

  /** The picture on the screen as JPEG, at its full size; nothing when there is none. */
  async snapshot(): Promise<Uint8Array<ArrayBuffer> | undefined> {
    return (await this.#surface.picture({ maxWidthPx: FULL_SIZE_PX, mayWait: false }))?.bytes
  }

  dispose(): void {
    this.sound.onGone()
    this.#surface.element.remove()
    this.#surface.dispose()
    this.#listeners.clear()
  }
}
