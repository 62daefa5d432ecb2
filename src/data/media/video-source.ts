import type { StreamFault, StreamKind } from '#contract/enums.ts'
import type { SourceName } from '#contract/media-api.ts'
import type { Pace } from '#contract/media.ts'

/** One wish of a window: this channel, at this size. Numbers of feeds are never used twice in a tab. */
export interface Feed {
  readonly id: number
  readonly window: number
  readonly source: SourceName
  readonly sn: string
  readonly chlIndex: number
  stream: StreamKind
  pace: Pace
  /** Somebody listens. */
  isHeard: boolean
  /** Percent; 0 while nobody listens. For a source that plays the sound itself. */
  volume: number
  /** Device pixels; 0 when the stream is pinned, so that size decides nothing. */
  width: number
  height: number
}

/** A place where live pictures come from: the relay or the local plugin. It keeps its own socket open while it has feeds. */
export interface VideoSource {
  readonly name: SourceName
  open(feed: Feed): void
  /** The stream, the pace or the size of a feed has changed. */
  change(feed: Feed): void
  /** Somebody listens to a feed, or nobody any more. */
  hear(feed: Feed): void
  /** The volume of a feed has changed. */
  setVolume(feed: Feed): void
  /** Asks for the person to be heard at the camera of a feed, or ends that. The worker tells how it went. False when this source has no way to a camera. */
  talk(feed: Feed, isOn: boolean): boolean
  close(feed: Feed): void
  /** `attempt`: of the order to connect. */
  socketOpened(attempt: number): void
  socketClosed(code: number, attempt: number): void
  /** What kept it from working may be over: try at once. */
  retryNow(): void
}

export interface SourceEvents {
  /** The source cannot show this feed now. It goes on trying unless the feed is closed. */
  onFault(feed: Feed, fault: StreamFault): void
  /** The feed is seen without this page: a plugin draws it over the page. */
  onDrawn(feed: Feed): void
  /** The place of a window on the page. */
  hostOf(window: number): HTMLElement | undefined
}
