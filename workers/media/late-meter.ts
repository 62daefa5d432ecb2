/** The quickest unit of the last one to two of these shows what the way takes when nothing waits on it. */
const BASE_MS = 30_000

interface Stream {
  /** The quickest since the last base was made, and in the time before: from the camera's clock to ours, ms, so only differences mean anything. */
  quickestMs: number
  quickestBeforeMs: number
  /** The quickest since the last tick. */
  nowMs: number
}

/**
 * By how much what comes by a source is late: the time that it has waited somewhere on the way. Of all streams the least counts, since a link
 * holds up all that comes over it, while a camera that is late by itself holds up nobody.
 */
export class LateMeter {
  readonly #streams = new Map<number, Stream>()
  #baseAtMs = 0
  #lateMs = 0

  /** A live unit of this channel came in. */
  took(channel: number, captureMs: number, nowMs: number): void {
    let stream = this.#streams.get(channel)
    if (stream === undefined) {
      stream = { quickestMs: Infinity, quickestBeforeMs: Infinity, nowMs: Infinity }
      this.#streams.set(channel, stream)
    }
    stream.nowMs = Math.min(stream.nowMs, nowMs - captureMs)
  }

  /** How late what came since the last tick was; what it was before when nothing has come. To be asked about once a second. */
  tick(nowMs: number): number {
    const lates: number[] = []
    const isNewBase = nowMs - this.#baseAtMs >= BASE_MS
    if (isNewBase) this.#baseAtMs = nowMs
    for (const [channel, stream] of this.#streams) {
      stream.quickestMs = Math.min(stream.quickestMs, stream.nowMs)
      if (stream.nowMs < Infinity) lates.push(stream.nowMs - Math.min(stream.quickestMs, stream.quickestBeforeMs))
      stream.nowMs = Infinity
      if (!isNewBase) continue
      stream.quickestBeforeMs = stream.quickestMs
      stream.quickestMs = Infinity
      if (stream.quickestBeforeMs === Infinity) this.#streams.delete(channel)
    }
    if (lates.length > 0) this.#lateMs = Math.min(...lates)
    else if (this.#streams.size === 0) this.#lateMs = 0
    return this.#lateMs
  }
}
