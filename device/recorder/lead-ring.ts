import type { SoundUnit, SourceUnit } from '#device/agent/channel-source.ts'

/** What comes from a stream, in its order. */
export type Arrival = { kind: 'picture'; unit: SourceUnit } | { kind: 'sound'; unit: SoundUnit }

/** A stream that is heavier than this is remembered for a shorter time. */
const MOST_BYTES = 32 * 1024 * 1024

/** The last seconds of a stream in memory, in whole groups of pictures, for the beginning of what is recorded when something happens. */
export class LeadRing {
  readonly #leadMs: number
  readonly #groups: { startMs: number; bytes: number; arrivals: Arrival[] }[] = []
  #bytes = 0

  constructor(leadMs: number) {
    this.#leadMs = leadMs
  }

  push(arrival: Arrival): void {
    if (arrival.kind === 'picture' && arrival.unit.isKey) {
      this.#groups.push({ startMs: arrival.unit.captureMs, bytes: 0, arrivals: [] })
    }
    const group = this.#groups.at(-1)
    if (group === undefined) return
    group.arrivals.push(arrival)
    group.bytes += arrival.unit.data.byteLength
    this.#bytes += arrival.unit.data.byteLength
    const nowMs = arrival.unit.captureMs
    while (this.#bytes > MOST_BYTES || (this.#groups[1]?.startMs ?? nowMs) < nowMs - this.#leadMs) this.#dropOldest()
  }

  /** All that is remembered, from a key frame on; it is forgotten with this. */
  take(): Arrival[] {
    const all = this.#groups.flatMap(({ arrivals }) => arrivals)
    this.clear()
    return all
  }

  clear(): void {
    this.#groups.length = 0
    this.#bytes = 0
  }

  #dropOldest(): void {
    this.#bytes -= this.#groups.shift()?.bytes ?? this.#bytes
  }
}
