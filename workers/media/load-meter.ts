/** Means are those of the last second or so, however many pictures that were. */
const MEAN_MS = 1_000

/** How much of its time a decoder needs: the share of the time from one picture of its stream to the next that decoding takes. */
export class LoadMeter {
  #pictureMs = 0
  #measuredAtMs: number | undefined
  #picturesPerMs = 0
  #lastPtsUs: number | undefined

  /** 0 to 1. */
  get load(): number {
    return Math.min(1, this.#pictureMs * this.#picturesPerMs)
  }

  /** A picture is wanted, whether or not there is time for it: a window that is shown key frames alone wants few. */
  wanted(ptsUs: number): void {
    const betweenMs = (ptsUs - (this.#lastPtsUs ?? ptsUs)) / 1000
    this.#lastPtsUs = ptsUs
    if (betweenMs > 0) this.#picturesPerMs += (1 / betweenMs - this.#picturesPerMs) * Math.min(1, betweenMs / MEAN_MS)
  }

  /** Decoding a picture has taken so long. The first one weighs nothing: it says little of those to come. */
  decoded(tookMs: number, nowMs: number): void {
    this.#pictureMs += (tookMs - this.#pictureMs) * Math.min(1, (nowMs - (this.#measuredAtMs ?? nowMs)) / MEAN_MS)
    this.#measuredAtMs = nowMs
  }
}
