import type { Now } from '../runtime/clock.ts'
import { CallFault } from '../calls/call-fault.ts'

const MOST_TRIES = 5
const WINDOW_MS = 5 * 60_000
const SERIAL_NUMBERS_BEFORE_TIDYING = 10_000

/** Keeps people from guessing security codes: five wrong tries for a device within five minutes, whoever makes them, there or not. */
export class BindGuard {
  readonly #now: Now
  readonly #tries = new Map<string, { endsAtMs: number; count: number }>()

  constructor(now: Now) {
    this.#now = now
  }

  /** Counts a try as wrong until `succeeded` says otherwise. Fails with too-frequent when there were too many. */
  begin(sn: string): void {
    const nowMs = this.#now()
    const known = this.#tries.get(sn)
    const tries = known !== undefined && known.endsAtMs > nowMs ? known : { endsAtMs: nowMs + WINDOW_MS, count: 0 }
    if (tries.count >= MOST_TRIES) throw new CallFault('too-frequent')
    tries.count += 1
    if (this.#tries.size >= SERIAL_NUMBERS_BEFORE_TIDYING) this.#tidy(nowMs)
    this.#tries.set(sn, tries)
  }

  succeeded(sn: string): void {
    this.#tries.delete(sn)
  }

  #tidy(nowMs: number): void {
    for (const [sn, { endsAtMs }] of this.#tries) if (endsAtMs <= nowMs) this.#tries.delete(sn)
  }
}
