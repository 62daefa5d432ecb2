import type { MediaUnit } from '#contract/media.ts'
import { beginnings } from './beginnings.ts'
import { UnitDecoder } from './decoder.ts'
import { nowMs, type HeldPicture, type Pipeline, type PipelineEvents, type StreamConfig } from './pipeline.ts'
import type { FrameSink } from './sinks/frame-sink.ts'

/** Decodes with WebCodecs and shows frames as they come. */
export class DecodePipeline implements Pipeline {
  readonly kind: 'generator' | 'canvas'
  readonly #sink: FrameSink
  readonly #events: PipelineEvents
  readonly #decoder: UnitDecoder
  /** A second hold on the last frame shown, for snapshots. */
  #last: HeldPicture | undefined

  constructor(sink: FrameSink, events: PipelineEvents) {
    this.kind = sink.kind
    this.#sink = sink
    this.#events = events
    this.#decoder = new UnitDecoder({
      isEmpty: () => this.#last === undefined,
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
    if (givenUp > 0) this.#events.onDropped(givenUp, beginnings.isOn(performance.now()) ? 'beginning' : 'behind')
    this.#events.onShown({ ptsUs, captureMs }, shownMs)
  }

  stop(isBlank: boolean): void {
    this.#decoder.close()
    if (!isBlank) return
    this.#forget()
    this.#sink.blank()
  }

  seen(): void {}

  holdPicture(): HeldPicture | undefined {
    return this.#last && { ...this.#last, frame: this.#last.frame.clone() }
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
