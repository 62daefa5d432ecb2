import type { RestyleJob } from '#contract/codec-api.ts'
import type { StreamFormat, StreamSink } from '#device/agent/channel-source.ts'
import type { ClipLoop } from '../clip-loop.ts'
import { StyledEncoder } from './styled-encoder.ts'

/** The pictures of a loop that are shown at this rate: those at which the slower clock has gone on. */
export function isShownAt(number: number, loopFps: number, fps: number): boolean {
  return Math.floor((number * fps) / loopFps) !== Math.floor(((number - 1) * fps) / loopFps)
}

/** What a loop shows, made anew as the camera was told to show it, while somebody watches. */
export class StyledLive {
  readonly #loop: ClipLoop
  readonly #encoder: StyledEncoder
  readonly #fps: number
  #isOpened = false
  #waitsForKey = true

  constructor(loop: ClipLoop, job: RestyleJob, format: StreamFormat, sink: StreamSink) {
    this.#loop = loop
    this.#fps = format.fps
    this.#encoder = new StyledEncoder(job, {
      onUnit: (unit) => {
        if (!this.#isOpened) sink.opened(format)
        this.#isOpened = true
        sink.unit(unit)
      },
      onEnd: () => sink.failed('lost'),
    })
  }

  /** Pictures are there: sound alone is not shown. */
  get isOpened(): boolean {
    return this.#isOpened
  }

  /** Takes the next picture of the loop; `isPast`: it is there for those behind it to be decoded. */
  push(number: number, isPast: boolean): void {
    const { isKey, data, ptsUs, captureMs } = this.#loop.unit(number, isPast)
    if (this.#encoder.isBehind) this.#waitsForKey = true
    else if (isKey) this.#waitsForKey = false
    if (this.#waitsForKey) return
    const isShown = !isPast && isShownAt(number, this.#loop.clip.fps, this.#fps)
    this.#encoder.push(data, isShown ? { ptsUs, captureMs } : undefined)
  }

  close(): void {
    this.#encoder.close()
  }
}
