import type { MediaUnit } from '#contract/media.ts'
import type { Now } from '../../runtime/clock.ts'
import { tenantLimits } from '../../access/tenant-limits.ts'

const { windowMs, leastBytesPerWindow, graceMs, mostMs } = tenantLimits.clips

/**
 * Whether a clip comes fast enough: within its deadline, and in each window of time either as much of the camera's time as the window is
 * long, or as many bytes as a thin line carries.
 */
export class ClipPace {
  readonly #now: Now
  readonly #deadlineMs: number
  #windowEndsMs: number
  #bytes = 0
  /** In the camera's time: where the window began, and how far the clip is. */
  #fromUs: number | undefined
  #atUs = 0

  constructor(durationMs: number, now: Now) {
    this.#now = now
    this.#deadlineMs = now() + Math.min(graceMs + 4 * durationMs, mostMs)
    this.#windowEndsMs = now() + windowMs
  }

  count({ data, ptsUs }: Pick<MediaUnit, 'data' | 'ptsUs'>): void {
    this.#bytes += data.byteLength
    this.#fromUs ??= ptsUs
    this.#atUs = ptsUs
  }

  /** What is wrong with the pace, in words for the log; `undefined` while it is good. */
  fault(): string | undefined {
    const nowMs = this.#now()
    if (nowMs >= this.#deadlineMs) return 'the device takes too long'
    if (nowMs < this.#windowEndsMs) return undefined
    const cameraMs = (this.#atUs - (this.#fromUs ?? this.#atUs)) / 1_000
    if (this.#bytes < leastBytesPerWindow && cameraMs < windowMs) return 'the device sends too slowly'
    this.#windowEndsMs = nowMs + windowMs
    this.#bytes = 0
    this.#fromUs = this.#atUs
    return undefined
  }
}
