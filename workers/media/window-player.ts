import type { FromMediaWorker, SourceName, WindowStats } from '#contract/media-api.ts'
import type { MediaMessage, MediaUnit } from '#contract/media.ts'
import { PictureMeter } from './picture-meter.ts'
import { nowMs, type Pipeline, type PipelineEvents, type StreamConfig } from './pipeline.ts'
import { isStalled } from './stall-rule.ts'

interface Feed {
  id: number
  source: SourceName
  channel: number
  config?: StreamConfig
  hasPicture: boolean
}

/**
 * One window: takes the units of its feed to its pipeline, and tells the page when pictures come, stop coming or cannot
 * come. A second feed may wait until it has a key frame and then takes over, so that changing the source leaves no gap.
 */
export class WindowPlayer {
  readonly window: number
  readonly #post: (message: FromMediaWorker) => void
  #pipeline: Pipeline | undefined
  #feed: Feed | undefined
  #next: Feed | undefined
  #meter = new PictureMeter()
  #isPlaying = false
  /** Since the source failed no unit has come: a picture that was still being decoded then is no sign of life. */
  #isCutOff = false
  #lastPictureMs = 0
  /** Service clock minus this machine's clock. */
  clockOffsetMs = 0

  constructor(window: number, post: (message: FromMediaWorker) => void) {
    this.window = window
    this.#post = post
  }

  /** Takes the pipeline that `make` builds around this window's events, in place of the one before. */
  setPipeline(make: (events: PipelineEvents) => Pipeline): void {
    this.#pipeline?.dispose()
    this.#pipeline = make({
      onShown: (captureMs, shownMs) => this.#shown(captureMs, shownMs),
      onDropped: (frames) => this.#meter.dropped(frames),
      onFault: (fault) => this.#feed && this.#failed(this.#feed, fault),
    })
    if (this.#feed?.config !== undefined) this.#pipeline.configure(this.#feed.config)
  }

  setFeed(feed: { id: number; source: SourceName; channel: number }): void {
    const taken = { ...feed, hasPicture: false }
    const isSamePlace = this.#feed?.source === feed.source && this.#feed.channel === feed.channel
    // The feed that is there goes on until the new one has a key frame, even if it has shown nothing yet: either may fail.
    if (this.#feed === undefined || isSamePlace) this.#begin(taken)
    else this.#next = taken
  }

  #begin(feed: Feed): void {
    this.#feed = feed
    this.#next = undefined
    this.#isPlaying = false
    this.#isCutOff = false
    this.#meter = new PictureMeter()
    if (feed.config !== undefined) this.#pipeline?.configure(feed.config)
  }

  #feedOf(source: SourceName, channel: number): Feed | undefined {
    return [this.#feed, this.#next].find((feed) => feed?.source === source && feed.channel === channel)
  }

  /** Answers whether the message was for this window. */
  takeMessage(source: SourceName, message: MediaMessage): boolean {
    const feed = this.#feedOf(source, message.channel)
    if (feed === undefined) return false
    if (message.op === 'failed') {
      this.#failed(feed, message.fault)
      return true
    }
    feed.config = message
    if (feed === this.#feed) this.#pipeline?.configure(message)
    return true
  }

  /** Answers whether the unit was for this window. */
  takeUnit(source: SourceName, unit: MediaUnit): boolean {
    const feed = this.#feedOf(source, unit.channel)
    if (feed === undefined) return false
    if (feed.config === undefined) return true
    if (feed === this.#next) {
      if (!unit.isKey) return true
      this.#begin(feed)
    }
    this.#isCutOff = false
    this.#meter.received(unit.data.byteLength)
    this.#pipeline?.push(unit)
    return true
  }

  #shown(captureMs: number, shownMs: number): void {
    const feed = this.#feed
    if (feed === undefined) return
    this.#lastPictureMs = shownMs
    this.#meter.shown(shownMs + this.clockOffsetMs - captureMs)
    if (this.#isPlaying || this.#isCutOff) return
    this.#isPlaying = true
    feed.hasPicture = true
    this.#post({ op: 'playing', window: this.window, feed: feed.id })
  }

  #failed(feed: Feed, fault: Extract<FromMediaWorker, { op: 'failed' }>['fault']): void {
    if (feed === this.#feed) {
      this.#isPlaying = false
      this.#isCutOff = true
    }
    this.#post({ op: 'failed', window: this.window, feed: feed.id, fault, sinceMs: feed.hasPicture ? this.#lastPictureMs : nowMs() })
  }

  /** To be called a few times a second. */
  checkStall(): void {
    const feed = this.#feed
    if (feed === undefined || !this.#isPlaying || !isStalled(nowMs(), this.#lastPictureMs, feed.config?.fps ?? 0)) return
    this.#isPlaying = false
    this.#post({ op: 'stalled', window: this.window, feed: feed.id, sinceMs: this.#lastPictureMs })
  }

  seen(ptsUs: number, shownMs: number): void {
    this.#pipeline?.seen(ptsUs, shownMs)
  }

  async lastPicture(maxWidthPx: number) {
    return this.#pipeline?.lastPicture(maxWidthPx)
  }

  get load(): number {
    return this.#isPlaying ? (this.#pipeline?.load ?? 0) : 0
  }

  stats(): { window: number; feed: number; stats: WindowStats } | undefined {
    const feed = this.#feed
    if (feed?.config === undefined || this.#pipeline === undefined) return undefined
    const { fps, bitrateKbps, ageMs, ageP95Ms } = this.#meter.tick(nowMs())
    const { stream, codec, width, height } = feed.config
    const { framesShown, framesDropped } = this.#meter
    const rates = { fps, bitrateKbps, pictureAgeMs: ageMs, pictureAgeP95Ms: ageP95Ms, framesShown, framesDropped }
    return {
      window: this.window,
      feed: feed.id,
      stats: { source: feed.source, sink: this.#pipeline.kind, stream, codec, width, height, ...rates },
    }
  }

  stop(isBlank: boolean): void {
    this.#feed = undefined
    this.#next = undefined
    this.#isPlaying = false
    this.#pipeline?.stop(isBlank)
  }

  dispose(): void {
    this.stop(true)
    this.#pipeline?.dispose()
  }
}
