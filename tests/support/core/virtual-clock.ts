import type { Clock } from '#workers/core/ports.ts'

interface Timer {
  steadyMs: number
  /** Of a deadline: due as well when the wall clock has reached it. */
  wallMs: number
  call: () => void
}

/** Clocks that stand still until a test moves them. */
export class VirtualClock implements Clock {
  #steadyMs = 0
  /** Time by which the machine slept, and by which its wall clock was wrong at the start or set since. */
  #sleptMs = 0
  #setMs = 0
  /** Timers are called at multiples of this only, as browsers do once a page has been hidden for minutes; 0: when they are due. */
  wakesEveryMs = 0
  readonly #startMs: number
  readonly #timers = new Set<Timer>()

  constructor(startMs = Date.UTC(2026, 0, 1)) {
    this.#startMs = startMs
  }

  /** The wall clock of the machine. */
  nowMs(): number {
    return this.trueMs() + this.#setMs
  }

  /** The time that it really is. */
  trueMs(): number {
    return this.#startMs + this.#steadyMs + this.#sleptMs
  }

  steadyMs(): number {
    return this.#steadyMs
  }

  at(timeMs: number, then: () => void): () => void {
    const timer = { steadyMs: this.#steadyMs + Math.max(0, timeMs - this.nowMs()), wallMs: timeMs, call: then }
    this.#timers.add(timer)
    return () => this.#timers.delete(timer)
  }

  after(ms: number, then: () => void): () => void {
    const timer = { steadyMs: this.#steadyMs + ms, wallMs: Number.POSITIVE_INFINITY, call: then }
    this.#timers.add(timer)
    return () => this.#timers.delete(timer)
  }

  /** How far away the timers are, ms, the nearest first. */
  get waits(): number[] {
    return [...this.#timers].map((timer) => this.#calledAtMs(timer) - this.#steadyMs).toSorted((a, b) => a - b)
  }

  #calledAtMs({ steadyMs }: Timer): number {
    return this.wakesEveryMs === 0 ? steadyMs : Math.ceil(steadyMs / this.wakesEveryMs) * this.wakesEveryMs
  }

  /** Moves on and calls what has become due, in order. What that sets off goes on in its own time: wait for it. */
  advance(ms: number): void {
    const endMs = this.#steadyMs + ms
    for (;;) {
      const due = [...this.#timers]
        .filter((timer) => this.#calledAtMs(timer) <= endMs)
        .toSorted((a, b) => this.#calledAtMs(a) - this.#calledAtMs(b) || a.steadyMs - b.steadyMs)[0]
      if (due === undefined) break
      this.#timers.delete(due)
      this.#steadyMs = this.#calledAtMs(due)
      due.call()
    }
    this.#steadyMs = endMs
  }

  /** The machine sleeps: time passes, the steady clock stands, and no timer is called until it wakes. */
  sleep(ms: number): void {
    this.#sleptMs += ms
    this.#callReached()
  }

  /** Somebody sets the wall clock, by so much. */
  set(byMs: number): void {
    this.#setMs += byMs
    this.#callReached()
  }

  #callReached(): void {
    for (const timer of this.#timers) {
      if (timer.wallMs > this.nowMs()) continue
      this.#timers.delete(timer)
      timer.call()
    }
  }
}
