import type { SourceUnit } from '#device/agent/channel-source.ts'
import type { Clip } from './clip.ts'

/**
 * A clip that plays for ever by the wall clock: what it shows at a moment follows from the time alone, so that nothing
 * runs while nobody looks, and everybody sees the same. Units are numbered from 1970 on.
 */
export class ClipLoop {
  readonly clip: Clip
  readonly #offsetMs: number

  /** `offsetMs` shifts the loop, so that two channels with one clip do not show the same moment. */
  constructor(clip: Clip, offsetMs: number) {
    this.clip = clip
    this.#offsetMs = offsetMs
  }

  /** Number of the newest unit at this moment (epoch ms). */
  newestAt(nowMs: number): number {
    return Math.floor(((nowMs + this.#offsetMs) * this.clip.fps) / 1000)
  }

  /** Number of the first unit that is captured at this moment (epoch ms) or later. */
  firstFrom(atMs: number): number {
    return Math.ceil(((atMs + this.#offsetMs) * this.clip.fps) / 1000)
  }

  /** When this unit is captured, epoch ms. */
  captureMs(number: number): number {
    return (number * 1000) / this.clip.fps - this.#offsetMs
  }

  /** Number of the last key frame at or before this unit. A clip begins with one. */
  keyAtOrBefore(number: number): number {
    let key = number
    while (!this.#picture(key).isKey) key -= 1
    return key
  }

  unit(number: number, isPreroll: boolean): SourceUnit {
    const { isKey, data } = this.#picture(number)
    return { isKey, isPreroll, data, ptsUs: Math.round((number * 1e6) / this.clip.fps), captureMs: this.captureMs(number) }
  }

  #picture(number: number): Clip['units'][number] {
    const picture = this.clip.units[number % this.clip.units.length]
    if (picture === undefined) throw new Error('a clip without pictures')
    return picture
  }
}
