import type { Paced } from '../pacer.ts'
import type { Planned, Programme } from './programme.ts'

/** Further off than this the machine slept or its clock was set: what was to be told meanwhile is left out. */
const OUT_OF_STEP_MS = 2_000

/** Tells what a programme holds, each at its time. */
export class RhythmPlayer implements Paced {
  dueMs = 0
  readonly #programme: Programme
  readonly #tell: (planned: Planned) => void
  #round = 0
  #waiting: Planned[] = []

  /** Begins in the middle of a round, with what is to come from `nowMs` on. */
  constructor(programme: Programme, tell: (planned: Planned) => void, nowMs: number) {
    this.#programme = programme
    this.#tell = tell
    this.#begin(nowMs)
  }

  run(nowMs: number): void {
    const isOutOfStep = nowMs - this.dueMs > OUT_OF_STEP_MS || this.dueMs - nowMs > this.#programme.roundMs
    if (isOutOfStep) return this.#begin(nowMs)
    if (nowMs < this.dueMs) return
    while (this.#waiting[0] !== undefined && this.#waiting[0].atMs <= nowMs) this.#tell(this.#waiting.shift() as Planned)
    this.#plan()
  }

  #begin(nowMs: number): void {
    this.#round = this.#programme.roundAt(nowMs)
    this.#waiting = this.#programme.round(this.#round).filter(({ atMs }) => atMs > nowMs)
    this.#plan()
  }

  #plan(): void {
    if (this.#waiting.length === 0) this.#waiting = this.#programme.round((this.#round += 1))
    this.dueMs = this.#waiting[0]?.atMs ?? Number.POSITIVE_INFINITY
  }
}
