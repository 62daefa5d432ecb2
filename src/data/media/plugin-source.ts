import type { MediaCore } from './media-core.ts'
import type { MediaPort } from './media-port.ts'
import { PlayModes } from './play-modes.ts'
import { PlaceFollower } from './place-follower.ts'
import type { Feed, SourceEvents, VideoSource } from './video-source.ts'

/**
 * The local plugin: windows are asked for through the shared worker, their units come on a media socket of this tab with the
 * window's index as channel. Whatever fails here is only said: the engine takes the window to the relay.
 */
export class PluginSource implements VideoSource {
  readonly name = 'plugin'
  readonly #core: MediaCore
  readonly #port: MediaPort
  readonly #events: SourceEvents
  /** By window: the plugin knows no more than one wish of a window. */
  readonly #feeds = new Map<number, Feed>()
  readonly #modes: PlayModes
  /** Of a plugin that draws its own windows. */
  readonly #places: PlaceFollower
  #socket: 'closed' | 'opening' | 'open' = 'closed'

  constructor(core: MediaCore, port: MediaPort, events: SourceEvents) {
    this.#core = core
    this.#port = port
    this.#events = events
    this.#modes = new PlayModes((window) => core.ask('pluginSetPlayMode', { tabId: core.tabId, ...window }))
    this.#places = new PlaceFollower((place) => core.ask('pluginSetSize', { tabId: core.tabId, ...place }))
  }

  open(feed: Feed): void {
    this.#feeds.set(feed.window, feed)
    this.#port.send({ op: 'feed', window: feed.window, feed: feed.id, source: this.name, channel: feed.window })
    void this.#preview(feed)
  }

  async #preview(feed: Feed): Promise<void> {
    const { window: winIndex, sn, chlIndex, stream } = feed
    try {
      const { mediaUrl } = await this.#core.ask('pluginPreview', { tabId: this.#core.tabId, winIndex, sn, chlIndex, stream })
      if (mediaUrl !== undefined) this.connect(mediaUrl)
      if (this.#feeds.get(winIndex) !== feed) return
      if (feed.isHeard) this.hear(feed)
      this.#modes.begin(winIndex, feed.pace)
      if (this.#isNative) this.#followPlace(feed)
      else await this.#setSize(feed)
    } catch {
      this.#fault(feed)
    }
  }

  /**
   * Opens a media socket. An address says that the plugin knows none of this tab: one that is open here belongs to a shared worker of before, and
   * brings these units to nobody. While one is being opened every window is given an address; one will do.
   */
  connect(mediaUrl: string): void {
    if (this.#socket === 'opening') return
    this.#socket = 'opening'
    this.#port.send({ op: 'connect', source: this.name, url: mediaUrl })
  }

  get #isNative(): boolean {
    const { plugin } = this.#core.state
    return plugin.kind === 'loaded' && plugin.isNative === true
  }

  #followPlace(feed: Feed): void {
    const host = this.#events.hostOf(feed.window)
    if (host === undefined) return
    this.#places.follow(feed.window, host)
    // It begins as loud as it likes.
    this.setVolume(feed)
    this.#events.onDrawn(feed)
  }

  async #setSize(feed: Feed): Promise<void> {
    if (feed.height === 0) return
    await this.#core.ask('pluginSetSize', { tabId: this.#core.tabId, winIndex: feed.window, width: feed.width, height: feed.height })
  }

  change(feed: Feed): void {
    this.#modes.follow(feed.window, feed.pace)
    if (feed.height === 0) void this.#preview(feed)
    else if (!this.#isNative) this.#setSize(feed).catch(() => this.#fault(feed))
  }

  hear(feed: Feed): void {
    this.#port.send({ op: 'send', source: this.name, request: { op: 'sound', channel: feed.window, isOn: feed.isHeard } })
  }

  /** What a plugin sends that draws nothing itself is played by the page. */
  setVolume({ window: winIndex, volume }: Feed): void {
    // One that has lost the window plays nothing.
    if (this.#isNative) this.#core.ask('pluginSetVolume', { tabId: this.#core.tabId, winIndex, volume }).catch(() => undefined)
  }

  talk(feed: Feed, isOn: boolean): boolean {
    if (this.#socket !== 'open') return false
    this.#port.send({ op: 'send', source: this.name, request: { op: 'talk', channel: feed.window, isOn } })
    return true
  }

  close(feed: Feed): void {
    if (this.#feeds.get(feed.window) !== feed) return
    this.#feeds.delete(feed.window)
    this.#places.forget(feed.window)
    // Without a plugin there is nothing left to stop.
    this.#core.ask('pluginStop', { tabId: this.#core.tabId, winIndex: feed.window }).catch(() => undefined)
  }

  socketOpened(): void {
    this.#socket = 'open'
    for (const feed of this.#feeds.values()) if (feed.isHeard) this.hear(feed)
  }

  socketClosed(): void {
    this.#socket = 'closed'
    for (const feed of this.#feeds.values()) this.#fault(feed)
  }

  #fault(feed: Feed): void {
    if (this.#feeds.get(feed.window) === feed) this.#events.onFault(feed, 'lost')
  }

  retryNow(): void {}
}
