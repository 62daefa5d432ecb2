import type { StreamCaps } from '#contract/calls/device/channel.ts'
import type { StreamFault, StreamKind } from '#contract/enums.ts'
import type { WindowStats } from '#contract/media-api.ts'

export type { WindowStats }

/** What a window of the wall is doing. Times in epoch ms of this machine. */
export type WindowState =
  | { kind: 'empty' }
  | { kind: 'connecting' }
  | { kind: 'playing' }
  /** The last picture stays; `sinceMs` is its time. */
  | { kind: 'stalled'; sinceMs: number }
  /** The page is hidden. */
  | { kind: 'paused' }
  /** The window goes on trying by itself, unless it was told that it may not. */
  | { kind: 'failed'; fault: StreamFault; sinceMs: number }

export interface WindowChannel {
  sn: string
  chlIndex: number
  streams: StreamCaps[]
}

/** One window of the wall: shows a channel's live pictures in an element of its own. A plain class, outside React. */
export class VideoWindow {
  readonly winIndex: number
  #state: WindowState = { kind: 'empty' }
  readonly #listeners = new Set<() => void>()

  constructor(winIndex: number) {
    this.winIndex = winIndex
  }

  /** A new object for each change, so that it serves as a snapshot of `useSyncExternalStore`. */
  get state(): WindowState {
    return this.#state
  }

  /** Hears each change of `state`; `stats()` changes once a second without a call. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Puts the picture's element into `host`, which it fills. A window that is not mounted does not stream. */
  mount(_host: HTMLElement): void {}

  /** Takes the element out. Mounting again in the same task goes on without a break. */
  unmount(): void {}

  /** Shows this channel from now on. */
  show(_channel: WindowChannel): void {
    this.#setState({ kind: 'connecting' })
  }

  clear(): void {
    this.#setState({ kind: 'empty' })
  }

  /** Tells the size of the element in device pixels, by which the window chooses main or sub stream. */
  resize(_widthPx: number, _heightPx: number): void {}

  /** Holds this stream whatever the size; without one the size decides again. */
  pin(_stream?: StreamKind): void {}

  stats(): WindowStats | undefined {
    return undefined
  }

  /** The picture of now as JPEG, at its full size; nothing when there is none. */
  async snapshot(): Promise<Uint8Array<ArrayBuffer> | undefined> {
    return undefined
  }

  /** Stops for good and frees everything. */
  dispose(): void {
    this.#listeners.clear()
  }

  #setState(state: WindowState): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}
