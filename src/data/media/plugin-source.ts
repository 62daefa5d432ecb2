import type { MediaCore } from './media-core.ts'
import type { MediaPort } from './media-port.ts'
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
  #socket: 'closed' | 'opening' | 'open' = 'closed'

  constructor(core: MediaCore, port: MediaPort, events: SourceEvents) {
    this.#core = core
    this.#port = port
    this.#events = events
  }

  open(feed: Feed): void {
    this.#feeds.set(feed.window, feed)
    this.#port.send({ op: 'feed', window: feed.window, feed: feed.id, source: this.name, channel: feed.window })
    void this.#preview(feed)
  }

  async #preview(feed: Feed): Promise<void> {
    const { window: winIndex, sn, chlIndex, stream } = feed
    try {
      const { mediaUrl } = await this.#core.pluginPreview({ winIndex, sn, chlIndex, stream })
      // An address says that the plugin knows no media socket of this tab: one that is open here belongs to a shared worker of
      // before, and brings these units to nobody. While one is being opened every window is given an address; one will do.
      if (mediaUrl !== undefined && this.#socket !== 'opening') {
        this.#socket = 'opening'
        this.#port.send({ op: 'connect', source: this.name, url: mediaUrl })
      }
      if (this.#feeds.get(winIndex) === feed) await this.#setSize(feed)
    } catch {
      this.#fault(feed)
    }
  }

  async #setSize(feed: Feed): Promise<void> {
    if (feed.height === 0) return
    await this.#core.pluginSetSize({ winIndex: feed.window, width: feed.width, height: feed.height })
  }

  change(feed: Feed): void {
    if (feed.height === 0) void this.#preview(feed)
    else this.#setSize(feed).catch(() => this.#fault(feed))
  }

  close(feed: Feed): void {
    if (this.#feeds.get(feed.window) !== feed) return
    this.#feeds.delete(feed.window)
    // Without a plugin there is nothing left to stop.
    this.#core.pluginStop(feed.window).catch(() => undefined)
  }

  socketOpened(): void {
    this.#socket = 'open'
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
