import type { MediaUnit } from '#contract/media.ts'
import { beginnings } from './beginnings.ts'
import { UnitDecoder } from './decoder.ts'
import { nowMs, type HeldPicture, type Pipeline, type PipelineEvents, type ShownPicture, type StreamConfig } from './pipeline.ts'
import type { FrameSink } from './sinks/frame-sink.ts'

/** The page tells of a picture some refreshes after it was shown; of more than this many it never will. */
const MOST_UNTOLD = 32

/** Decodes with WebCodecs and shows frames as they come. */
export class DecodePipeline implements Pipeline {
  readonly kind: 'generator' | 'canvas'
  readonly #sink: FrameSink
  readonly #events: PipelineEvents
  readonly #decoder: UnitDecoder
  /** The presentation times of the last pictures shown, by their times for the screen. */
  readonly #ptsUs = new Map<number, number>()
  /** A second hold on the last frame shown, for snapshots. */
  #last: HeldPicture | undefined

  constructor(sink: FrameSink, events: PipelineEvents) {
    this.kind = sink.kind
    this.#sink = sink
    this.#events = events
    this.#decoder = new UnitDecoder({
      isEmpty: () => this.#last === undefined,
      onFrame: (frame, picture) => this.#show(frame, picture),
      onDropped: events.onDropped,
      onFault: events.onFault,
    })
  }

  get load(): number {
    return this.#decoder.load
  }

  configure(config: StreamConfig): void {
    this.#ptsUs.clear()
    void this.#decoder.configure(config)
  }

  push(unit: MediaUnit): void {
    this.#decoder.push(unit)
  }

  #show(frame: VideoFrame, picture: ShownPicture): void {
    const shownMs = nowMs()
    this.#ptsUs.set(frame.timestamp, picture.ptsUs)
    const [oldest] = this.#ptsUs.keys()
    if (oldest !== undefined && this.#ptsUs.size > MOST_UNTOLD) this.#ptsUs.delete(oldest)
    this.#last?.frame.close()
    this.#last = { frame: frame.clone(), shownMs }
    const givenUp = this.#sink.show(frame)
    if (givenUp > 0) this.#events.onDropped(givenUp, beginnings.isOn(performance.now()) ? 'beginning' : 'behind')
    this.#events.onShown(picture, shownMs)
  }

  stop(isBlank: boolean): void {
    this.#decoder.close()
    if (!isBlank) return
    this.#forget()
    this.#sink.blank()
  }

  seen(toldUs: number, seenMs: number): void {
    const ptsUs = this.#ptsUs.get(toldUs)
    if (ptsUs !== undefined) this.#events.onSeen(ptsUs, seenMs)
  }

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
