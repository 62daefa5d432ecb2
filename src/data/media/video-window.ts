import type { StreamCaps } from '#contract/calls/device/channel.ts'
import type { StreamFault, StreamKind } from '#contract/enums.ts'
import type { SourceName, WindowStats } from '#contract/media-api.ts'
import { FeedKeeper, type Wish } from './feed-keeper.ts'
import { mediaEngine, type EngineWindow, type MediaEngine } from './media-engine.ts'
import { SnapshotKeeper } from './snapshot-keeper.ts'
import { chooseStream } from './stream-choice.ts'
import { createSurface, type Surface } from './surface.ts'
import type { WindowState } from './window-state.ts'

export type { WindowState, WindowStats }

/** A window that has neither a picture nor a reason for having none says so after this time. */
const CONNECT_TIMEOUT_MS = 10_000
/** Between the plugin's last picture and the relay's first one a window may still be called live for this long. */
const HANDOVER_MS = 2_000
const FULL_SIZE_PX = 8192

export interface WindowChannel {
  sn: string
  chlIndex: number
  streams: StreamCaps[]
}

/** One window of the wall: shows a channel's live pictures in an element of its own. A plain class, outside React. */
export class VideoWindow implements EngineWindow {
  readonly winIndex: number
  readonly #engine: MediaEngine
  readonly #surface: Surface
  readonly #feeds: FeedKeeper
  readonly #snapshots: SnapshotKeeper
  readonly #listeners = new Set<() => void>()
  #state: WindowState = { kind: 'empty' }
  #host: HTMLElement | undefined
  #channel: WindowChannel | undefined
  /** The channel whose picture is, or will be, in the element. */
  #shown: { sn: string; chlIndex: number } | undefined
  #size = { width: 0, height: 0 }
  #pinned: StreamKind | undefined
  #stream: StreamKind | undefined
  #isPluginBad = false
  #stats: WindowStats | undefined
  /** The channel has played, and it was not its own fault when it stopped. */
  #hasPlayed = false
  #connectingSinceMs = 0
  #firstPictureMs: number | undefined
  #timeout: ReturnType<typeof setTimeout> | undefined

  /** `winIndex`: its place on the wall, which no other window of the tab has. */
  constructor(winIndex: number, engine: MediaEngine = mediaEngine()) {
    this.winIndex = winIndex
    this.#engine = engine
    this.#surface = createSurface(engine.sink, winIndex, engine.port)
    this.#feeds = new FeedKeeper(winIndex, engine.sources)
    this.#snapshots = new SnapshotKeeper(engine.core)
    engine.add(this)
  }

  /** A new object for each change, so that it serves as a snapshot of `useSyncExternalStore`. */
  get state(): WindowState {
    return this.#state
  }

  get isPlaying(): boolean {
    return this.#state.kind === 'playing'
  }

  get isAwaited(): boolean {
    return this.#hasPlayed && this.#state.kind !== 'paused'
  }

  get source(): SourceName | undefined {
    return this.#feeds.source
  }

  /** Hears each change of `state`; `stats()` changes once a second without a call. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Puts the picture's element into `host`, which it fills. A window that is not mounted does not stream. */
  mount(host: HTMLElement): void {
    this.#host = host
    host.append(this.#surface.element)
    if (this.#surface.element instanceof HTMLVideoElement) void this.#surface.element.play().catch(() => undefined)
    if (this.#size.height === 0) this.#size = { width: host.clientWidth * devicePixelRatio, height: host.clientHeight * devicePixelRatio }
    this.#engine.changed(this)
  }

  /** Takes the element out. Mounting again in the same task goes on without a break. */
  unmount(): void {
    this.#host = undefined
    this.#surface.element.remove()
    this.#engine.changed(this)
  }

  /** Shows this channel from now on. */
  show(channel: WindowChannel): void {
    if (!isSame(channel, this.#channel)) {
      this.#keepSnapshot()
      this.#stream = undefined
      this.#isPluginBad = false
    }
    this.#channel = channel
    this.#engine.changed(this)
  }

  clear(): void {
    this.#keepSnapshot()
    this.#channel = undefined
    this.#engine.changed(this)
  }

  /** Tells the size of the element in device pixels, by which the window chooses main or sub stream. */
  resize(widthPx: number, heightPx: number): void {
    this.#size = { width: Math.round(widthPx), height: Math.round(heightPx) }
    this.#engine.changed(this)
  }

  /** Holds this stream whatever the size; without one the size decides again. */
  pin(stream?: StreamKind): void {
    this.#pinned = stream
    this.#engine.changed(this)
  }

  /** What is known of the pictures of the last seconds; nothing before the first. */
  stats(): WindowStats | undefined {
    return this.#stats && { ...this.#stats, firstPictureMs: this.#firstPictureMs }
  }

  /** The picture of now as JPEG, at its full size; nothing when there is none. */
  async snapshot(): Promise<Uint8Array<ArrayBuffer> | undefined> {
    return (await this.#surface.picture(FULL_SIZE_PX))?.bytes
  }

  /** Stops for good and frees everything. */
  dispose(): void {
    this.#keepSnapshot()
    this.#channel = undefined
    this.#feeds.close()
    this.#surface.element.remove()
    this.#surface.dispose()
    this.#engine.remove(this)
    this.#setState({ kind: 'empty' })
    this.#listeners.clear()
  }

  #wish(): Wish | undefined {
    if (this.#channel === undefined || this.#host === undefined) return undefined
    const { sn, chlIndex, streams } = this.#channel
    this.#stream = chooseStream(this.#size.height, streams, this.#stream, this.#pinned)
    return { sn, chlIndex, stream: this.#stream, ...(this.#pinned === undefined ? this.#size : { width: 0, height: 0 }) }
  }

  /** For the engine: brings the feeds in line with what is to be seen. */
  reconcile(isHidden: boolean, source: SourceName): void {
    const wish = isHidden ? undefined : this.#wish()
    if (wish === undefined) return this.#rest()
    if (this.#feeds.isOther(wish)) {
      const isResumed = this.#state.kind === 'paused' && isSame(this.#shown, wish)
      this.#stop(!isResumed)
      this.#shown = wish
      this.#connecting()
    }
    this.#feeds.follow(wish, this.#isPluginBad ? 'relay' : source)
  }

  #rest(): void {
    const isPaused = this.#channel !== undefined
    if (isPaused) this.#keepSnapshot()
    if (this.#feeds.isBusy || !isPaused) this.#stop(!isPaused)
    this.#setState({ kind: isPaused ? 'paused' : 'empty' })
  }

  #stop(isBlank: boolean): void {
    this.#feeds.close()
    this.#engine.port.send({ op: 'stop', window: this.winIndex, isBlank })
    this.#stats = undefined
    if (isBlank) this.#hasPlayed = false
    if (!isBlank || this.#shown === undefined) return
    this.#surface.renew()
    this.#shown = undefined
  }

  #connecting(): void {
    this.#connectingSinceMs = performance.now()
    this.#firstPictureMs = undefined
    this.#setState({ kind: 'connecting' })
    this.#timeout = setTimeout(() => this.#setState({ kind: 'failed', fault: 'timeout', sinceMs: Date.now() }), CONNECT_TIMEOUT_MS)
  }

  onPlaying(feed: number): void {
    if (!this.#feeds.playing(feed) || this.#channel === undefined) return
    this.#hasPlayed = true
    this.#firstPictureMs ??= performance.now() - this.#connectingSinceMs
    this.#setState({ kind: 'playing' })
    this.#snapshots.begin(this.#surface, this.#channel)
  }

  onStalled(sinceMs: number): void {
    if (!this.isPlaying) return
    this.#keepSnapshot()
    this.#setState({ kind: 'stalled', sinceMs })
  }

  onFault(feed: number, fault: StreamFault, sinceMs: number = Date.now()): void {
    if (this.#feeds.sourceOf(feed) === 'plugin') {
      this.#isPluginBad = true
      this.#feeds.abandon(feed)
      this.#watchHandover(sinceMs)
      this.#engine.pluginFailed()
      return this.#engine.changed(this)
    }
    if (!this.#feeds.isCurrent(feed)) return
    // Without a connection there is no news of the camera: its last picture grows old until it has to be called stalled.
    if (fault === 'lost' && (this.isPlaying || this.#state.kind === 'stalled')) return
    if (fault !== 'lost') this.#hasPlayed = false
    this.#keepSnapshot()
    this.#setState({ kind: 'failed', fault, sinceMs })
  }

  /** With the feed that showed gone, nobody notices that its last picture grows old unless another one takes over soon. */
  #watchHandover(sinceMs: number): void {
    if (!this.isPlaying || this.#feeds.source !== undefined) return
    clearTimeout(this.#timeout)
    this.#timeout = setTimeout(() => this.onStalled(sinceMs), HANDOVER_MS)
  }

  onStats(feed: number, stats: WindowStats): void {
    if (this.#feeds.isCurrent(feed)) this.#stats = stats
  }

  onFragment(fragment: { init?: string; bytes: Uint8Array<ArrayBuffer> }): void {
    this.#surface.takeFragment(fragment)
  }

  forgivePlugin(): void {
    this.#isPluginBad = false
  }

  #keepSnapshot(): void {
    if (this.isPlaying && this.#shown !== undefined) void this.#snapshots.keep(this.#surface, this.#shown)
  }

  #setState(state: WindowState): void {
    clearTimeout(this.#timeout)
    if (state.kind !== 'playing') this.#snapshots.stop()
    if (JSON.stringify(state) === JSON.stringify(this.#state)) return
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}

function isSame(one: { sn: string; chlIndex: number } | undefined, other: { sn: string; chlIndex: number } | undefined): boolean {
  return one?.sn === other?.sn && one?.chlIndex === other?.chlIndex
}
