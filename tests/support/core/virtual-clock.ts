import type { Clock } from '#workers/core/ports.ts'

interface Timer {
  atMs: number
  call: () => void
}

/** A clock that stands still until a test moves it. */
export class VirtualClock implements Clock {
  #nowMs: number
  readonly #timers = new Set<Timer>()

  constructor(nowMs = Date.UTC(2026, 0, 1)) {
    this.#nowMs = nowMs
  }

  nowMs(): number {
    return this.#nowMs
  }

  at(timeMs: number, then: () => void): () => void {
    const timer = { atMs: Math.max(timeMs, this.#nowMs), call: then }
    this.#timers.add(timer)
    return () => this.#timers.delete(timer)
  }

  after(ms: number, then: () => void): () => void {
    return this.at(this.#nowMs + ms, then)
  }

  /** How far away the timers are, ms, the nearest first. */
  get waits(): number[] {
    return [...this.#timers].map((timer) => timer.atMs - this.#nowMs).toSorted((a, b) => a - b)
  }

  /** Moves on and calls what has become due, in order. What that sets off goes on in its own time: wait for it. */
  advance(ms: number): void {
    const endMs = this.#nowMs + ms
    for (;;) {
      const due = [...this.#timers].filter((timer) => timer.atMs <= endMs).toSorted((a, b) => a.atMs - b.atMs)[0]
      if (due === undefined) break
      this.#timers.delete(due)
      this.#nowMs = due.atMs
      due.call()
    }
    this.#nowMs = endMs
  }

  /** The machine sleeps: time passes and no timer is called until it wakes. */
  sleep(ms: number): void {
    this.#nowMs += ms
    this.advance(0)
  }
}
