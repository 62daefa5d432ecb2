import { limits } from '#contract/limits.ts'
import type { Clock } from './ports.ts'

/**
 * Which faults of the network people have been told of. However many questions of however many tabs meet the same fault, and however often
 * they are asked again, it is told once. It is news again when the service was reached since, and the fault was not met for as long as a question
 * waits at most: what times out beside calls that are answered is one fault and not several.
 */
export class ToldFaults {
  readonly #clock: Clock
  readonly #metAtMs = new Map<number, number>()
  #reachedAtMs = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** The service has answered. */
  noteReached(): void {
    this.#reachedAtMs = this.#clock.nowMs()
  }

  /** A question of a tab met this fault: whether that tab is to tell the person. */
  isNews(code: number): boolean {
    const nowMs = this.#clock.nowMs()
    const beforeMs = this.#metAtMs.get(code)
    this.#metAtMs.set(code, nowMs)
    return beforeMs === undefined || (this.#reachedAtMs > beforeMs && nowMs - beforeMs > limits.requestTimeoutMs)
  }
}
