import type { StreamFault, StreamKind } from '#contract/enums.ts'
import type { SourceName } from '#contract/media-api.ts'

/** One wish of a window: this channel, at this size. Numbers of feeds are never used twice in a tab. */
export interface Feed {
  readonly id: number
  readonly window: number
  readonly source: SourceName
  readonly sn: string
  readonly chlIndex: number
  stream: StreamKind
  /** Device pixels; 0 when the stream is pinned, so that size decides nothing. */
  width: number
  height: number
}

/** A place where live pictures come from: the relay or the local plugin. It keeps its own socket open while it has feeds. */
export interface VideoSource {
  readonly name: SourceName
  open(feed: Feed): void
  /** The stream or the size of a feed has changed. */
  change(feed: Feed): void
  close(feed: Feed): void
  socketOpened(): void
  socketClosed(code: number): void
  /** What kept it from working may be over: try at once. */
  retryNow(): void
}

export interface SourceEvents {
  /** The source cannot show this feed now. It goes on trying unless the feed is closed. */
  onFault(feed: Feed, fault: StreamFault): void
}
