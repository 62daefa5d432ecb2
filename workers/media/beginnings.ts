/** What has piled up behind those that began is worked off in about the time that they took, but not sooner or later than this. */
const SHORTEST_AFTER_MS = 1_000
const LONGEST_AFTER_MS = 3_000

/**
 * Which decoders of this worker still catch up with what they were given to begin with. That is up to seconds of video for each, and decoding it takes
 * the processor from all others too: what is late or left out meanwhile says nothing about what the machine can do afterwards.
 */
class Beginnings {
  readonly #who = new Set<object>()
  #begunAtMs = Number.NEGATIVE_INFINITY
  #endedAtMs = Number.NEGATIVE_INFINITY

  begin(who: object, nowMs: number): void {
    if (!this.hasAny) this.#begunAtMs = nowMs
    this.#who.add(who)
  }

  end(who: object, nowMs: number): void {
    if (this.#who.delete(who)) this.#endedAtMs = nowMs
  }

  has(who: object): boolean {
    return this.#who.has(who)
  }

  /** Whether any does. */
  get hasAny(): boolean {
    return this.#who.size > 0
  }

  /** How long ago the last one had caught up, ms. */
  settledMs(nowMs: number): number {
    return this.hasAny ? 0 : nowMs - this.#endedAtMs
  }

  /** Whether any does, or did a moment ago. */
  isOn(nowMs: number): boolean {
    const tookMs = this.#endedAtMs - this.#begunAtMs
    return this.settledMs(nowMs) < Math.min(Math.max(tookMs, SHORTEST_AFTER_MS), LONGEST_AFTER_MS)
  }
}

/** Those of this worker. */
export const beginnings = new Beginnings()
