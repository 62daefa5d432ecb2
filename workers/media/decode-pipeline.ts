import type { LastPicture } from '#contract/media-api.ts'
import type { MediaUnit } from '#contract/media.ts'
import { UnitDecoder } from './decoder.ts'
import { encodeJpeg } from './jpeg.ts'
import { nowMs, type Pipeline, type PipelineEvents, type StreamConfig } from './pipeline.ts'
import type { FrameSink } from './sinks/frame-sink.ts'

/** Decodes with WebCodecs and shows frames as they come. */
export class DecodePipeline implements Pipeline {
  readonly kind: 'generator' | 'canvas'
  readonly #sink: FrameSink
  readonly #events: PipelineEvents
  readonly #decoder: UnitDecoder
  /** A second hold on the last frame shown, for snapshots. */
  #last: { frame: VideoFrame; shownMs: number } | undefined

  constructor(sink: FrameSink, events: PipelineEvents) {
    this.kind = sink.kind
    this.#sink = sink
    this.#events = events
    this.#decoder = new UnitDecoder({
      onFrame: (frame, captureMs) => this.#show(frame, captureMs),
      onDropped: events.onDropped,
      onFault: events.onFault,
    })
  }

  get load(): number {
    return this.#decoder.load
  }

  configure(config: StreamConfig): void {
    void this.#decoder.configure(config)
  }

  push(unit: MediaUnit): void {
    this.#decoder.push(unit)
  }

  #show(frame: VideoFrame, captureMs: number): void {
    const shownMs = nowMs()
    const ptsUs = frame.timestamp
    this.#last?.frame.close()
    this.#last = { frame: frame.clone(), shownMs }
    const givenUp = this.#sink.show(frame)
    if (givenUp > 0) this.#events.onDropped(givenUp)
    this.#events.onShown({ ptsUs, captureMs }, shownMs)
  }

  stop(isBlank: boolean): void {
    this.#decoder.close()
    if (!isBlank) return
    this.#forget()
    this.#sink.blank()
  }

  seen(): void {}

  async lastPicture(maxWidthPx: number): Promise<LastPicture | undefined> {
    if (this.#last === undefined) return undefined
    const { frame, shownMs } = this.#last
    return { bytes: await encodeJpeg(frame.clone(), maxWidthPx), takenAtMs: shownMs }
  }

  dispose(): void {
    this.#decoder.close()
    this.#forget()
    this.#sink.close()
  }

  #forget(): void {
    this.#last?.frame.close()
    this.#last = undefined
  }
}
