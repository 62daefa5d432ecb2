import type { SourceName } from '#contract/media-api.ts'
import type { Pace } from '#contract/media.ts'
import type { StreamKind } from '#contract/enums.ts'
import type { Feed, VideoSource } from './video-source.ts'

/** What a window wants to see. */
export interface Wish {
  sn: string
  chlIndex: number
  stream: StreamKind
  pace: Pace
  /** Somebody listens. */
  isHeard: boolean
  /** Percent; 0 while nobody listens. */
  volume: number
  /** Device pixels; 0 when the stream is pinned. */
  width: number
  height: number
}

let lastFeedId = 0

/**
 * The feeds of one window: the one that shows, and while the source changes the one that is to take over as soon as it has a
 * picture, so that no window goes dead when the plugin comes or goes.
 */
export class FeedKeeper {
  readonly #window: number
  readonly #sources: Record<SourceName, VideoSource>
  #current: Feed | undefined
  #next: Feed | undefined
  #channel: { sn: string; chlIndex: number } | undefined

  constructor(window: number, sources: Record<SourceName, VideoSource>) {
    this.#window = window
    this.#sources = sources
  }

  get source(): SourceName | undefined {
    return this.#current?.source
  }

  /** True from the first wish until `close`, even while one source has failed and the other has not been asked yet. */
  get isBusy(): boolean {
    return this.#channel !== undefined
  }

  /** True when the wish is for another channel than the one that is followed. */
  isOther(wish: Wish): boolean {
    return wish.sn !== this.#channel?.sn || wish.chlIndex !== this.#channel.chlIndex
  }

  /** Closes every feed. */
  close(): void {
    for (const feed of [this.#current, this.#next]) if (feed !== undefined) this.#sources[feed.source].close(feed)
    this.#current = undefined
    this.#next = undefined
    this.#channel = undefined
  }

  /** Brings the feeds in line with a wish for the channel that they are for already, or begins one. */
  follow(wish: Wish, source: SourceName): void {
    this.#channel = { sn: wish.sn, chlIndex: wish.chlIndex }
    if (this.#current === undefined) this.#current = this.#open(wish, source)
    else if (this.#current.source === source) this.#dropNext()
    else if (this.#next?.source !== source) {
      this.#dropNext()
      this.#next = this.#open(wish, source)
    }
    for (const feed of [this.#current, this.#next]) if (feed !== undefined) this.#adjust(feed, wish)
  }

  #open(wish: Wish, source: SourceName): Feed {
    const feed = { id: ++lastFeedId, window: this.#window, source, ...wish }
    this.#sources[source].open(feed)
    return feed
  }

  #adjust(feed: Feed, { stream, pace, isHeard, volume, width, height }: Wish): void {
    const isOtherStream = feed.stream !== stream || feed.pace !== pace
    const isOtherSize = feed.width !== width || feed.height !== height
    const isOtherwiseHeard = feed.isHeard !== isHeard
    const isOtherVolume = feed.volume !== volume
    Object.assign(feed, { stream, pace, isHeard, volume, width, height })
    // The plugin chooses the stream by the size; the relay is told which, and how many pictures of it.
    if (isOtherStream || (isOtherSize && feed.source === 'plugin')) this.#sources[feed.source].change(feed)
    if (isOtherwiseHeard) this.#sources[feed.source].hear(feed)
    if (isOtherVolume) this.#sources[feed.source].setVolume(feed)
  }

  #dropNext(): void {
    if (this.#next !== undefined) this.#sources[this.#next.source].close(this.#next)
    this.#next = undefined
  }

  /** The feed shows pictures: if it was the next one, the one before is closed. Answers whether it is one of this window. */
  shows(feedId: number): boolean {
    if (this.#next?.id === feedId) {
      const before = this.#current
      this.#current = this.#next
      this.#next = undefined
      if (before !== undefined) this.#sources[before.source].close(before)
    }
    return this.#current?.id === feedId
  }

  /** The source of this feed failed, and another is to be taken. What shows stays on the screen. */
  abandon(feedId: number): void {
    if (this.#next?.id === feedId) this.#dropNext()
    if (this.#current?.id !== feedId) return
    this.#sources[this.#current.source].close(this.#current)
    this.#current = this.#next
    this.#next = undefined
  }

  /** Asks for the person to be heard at the camera, or ends that. False when there is no way to it now. */
  talk(isOn: boolean): boolean {
    return this.#current !== undefined && this.#sources[this.#current.source].talk(this.#current, isOn)
  }

  isCurrent(feedId: number): boolean {
    return this.#current?.id === feedId
  }

  sourceOf(feedId: number): SourceName | undefined {
    return [this.#current, this.#next].find((feed) => feed?.id === feedId)?.source
  }
}
