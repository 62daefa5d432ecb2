import type { Now } from '../runtime/clock.ts'
import type { PushContent } from './content.ts'

/** Long enough for every retry of the client with its pauses, and for a laptop that is carried to another room. */
const KEEP_MS = 10 * 60_000
const MOST = 10_000

interface Pushed {
  position: number
  userIds: ReadonlySet<string>
  content: PushContent
}

/** The messages of the last ten minutes, for who was away for a moment. */
export class RecentPushes {
  readonly #now: Now
  #kept: (Pushed & { atMs: number })[] = []
  /** What came after this is known. */
  #since: number

  constructor(now: Now, position: number) {
    this.#now = now
    this.#since = position
  }

  add(pushed: Pushed): void {
    this.#kept.push({ ...pushed, atMs: this.#now() })
    // Not at each message: moving ten thousand is work.
    if (this.#kept.length >= 2 * MOST) this.#forget()
  }

  /** What was sent to a person after the place that a client names; `undefined` when not all of it is known any more. */
  since(cursor: string, userId: string): Pushed[] | undefined {
    this.#forget()
    const after = Number(cursor)
    if (!/^\d+$/.test(cursor) || after < this.#since) return undefined
    return this.#kept.filter(({ position, userIds }) => position > after && userIds.has(userId))
  }

  clear(position: number): void {
    this.#kept = []
    this.#since = position
  }

  #forget(): void {
    const oldestMs = this.#now() - KEEP_MS
    const first = this.#kept.findIndex(({ atMs }) => atMs > oldestMs)
    const gone = this.#kept.splice(0, Math.max(first === -1 ? this.#kept.length : first, this.#kept.length - MOST))
    this.#since = gone.at(-1)?.position ?? this.#since
  }
}
