import type { Fragment } from '#contract/media-api.ts'
import { mediaCodecs, type MediaUnit } from '#contract/media.ts'
import { parameterSets, splitAnnexB, toAvcc } from './annex-b.ts'
import { fragment, initSegment } from './fmp4.ts'
import type { Pipeline, PipelineEvents, StreamConfig } from './pipeline.ts'

/** The fragment writer's way to the page, where alone a MediaSource can be shown everywhere. */
export type SendFragment = (part: Fragment) => void

/** Presentation times of pictures that the page has not seen yet; more than this many are never going to be. */
const MOST_UNSEEN = 256

/**
 * The last resort, where the browser has no WebCodecs: turns units into fMP4, and the page plays that through Media Source
 * Extensions. Later by one or two pictures, and the page has to tell what it sees.
 */
export class MsePipeline implements Pipeline {
  readonly kind = 'mse'
  readonly load = 0
  readonly #send: SendFragment
  readonly #events: PipelineEvents
  #config: StreamConfig | undefined
  /** Presentation time of the first picture, at which the browser's media time begins; `undefined` before it. */
  #beginUs: number | undefined
  #sequence = 0
  readonly #unseen = new Map<number, number>()

  constructor(send: SendFragment, events: PipelineEvents) {
    this.#send = send
    this.#events = events
  }

  configure(config: StreamConfig): void {
    this.#config = config
    this.#beginUs = undefined
    this.#unseen.clear()
  }

  push(unit: MediaUnit, isSought = false): void {
    if (this.#config === undefined) return
    if (unit.codec !== mediaCodecs.h264) return this.#events.onFault('unsupported-codec')
    const nals = splitAnnexB(unit.data)
    this.#beginUs ??= this.#begin(unit, nals, this.#config)
    if (this.#beginUs === undefined) return
    const ptsUs = unit.ptsUs - this.#beginUs
    this.#unseen.set(ptsUs, unit.captureMs)
    if (this.#unseen.size > MOST_UNSEEN) this.#forgetUntil(Math.min(...this.#unseen.keys()))
    const durationUs = 1_000_000 / (this.#config.fps || 25)
    const bytes = fragment({ sequence: ++this.#sequence, ptsUs, durationUs, isKey: unit.isKey, data: toAvcc(nals) })
    this.#send({ bytes, ...(isSought ? { showAtUs: ptsUs } : {}) })
  }

  #begin(unit: MediaUnit, nals: Uint8Array[], config: StreamConfig): number | undefined {
    const { sps, pps } = parameterSets(nals)
    if (!unit.isKey || sps === undefined || pps === undefined) return undefined
    this.#send({ init: `video/mp4; codecs="${config.codec}"`, bytes: initSegment({ ...config, sps, pps }) })
    return unit.ptsUs
  }

  stop(): void {
    this.#config = undefined
    this.#unseen.clear()
  }

  seen(toldUs: number, seenMs: number): void {
    // The browser tells its media time in seconds, and where it does not tell pictures apart, the time played: the unit is the last that
    // was due by then, within a millisecond.
    const due = [...this.#unseen.keys()].filter((unitPtsUs) => unitPtsUs <= toldUs + 1000)
    if (due.length === 0) return
    const unitPtsUs = Math.max(...due)
    const picture = { ptsUs: unitPtsUs + (this.#beginUs ?? 0), captureMs: this.#unseen.get(unitPtsUs) ?? 0 }
    this.#events.onShown(picture, seenMs)
    this.#forgetUntil(unitPtsUs)
  }

  #forgetUntil(ptsUs: number): void {
    for (const key of this.#unseen.keys()) if (key <= ptsUs) this.#unseen.delete(key)
  }

  /** The page takes its pictures from its own `<video>`. */
  holdPicture(): undefined {}

  dispose(): void {
    this.stop()
  }
}
