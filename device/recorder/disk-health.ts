import type { Log } from '#shared/log.ts'

/** A disk that is full or fails is tried again after this. */
const AGAIN_MS = 2_000
/** What may wait for the disk, over all streams: then it is too slow. It is fast enough again when half of that is written. */
const MOST_WAITING_BYTES = 64 * 1024 * 1024
const SQLITE_FULL = 13

export type DiskState = 'normal' | 'full' | 'slow' | 'failed'

/** Whether the disk takes what is recorded. Each trouble is told when it comes and when it is over. */
export class DiskHealth {
  readonly #log: Log
  readonly #now: () => number
  #state: DiskState = 'normal'
  #againMs = 0
  #sinceMs = 0

  /** `now`: ms, of a clock that is never set. */
  constructor({ log, now }: { log: Log; now: () => number }) {
    this.#log = log
    this.#now = now
  }

  get state(): DiskState {
    return this.#state
  }

  /** Whether a new segment may be begun. */
  isReady(waitingBytes: number): boolean {
    if (this.#state === 'slow') return waitingBytes < MOST_WAITING_BYTES / 2
    return this.#now() >= this.#againMs
  }

  /** Whether so many bytes more may wait. */
  takes(bytes: number, waitingBytes: number): boolean {
    if (bytes + waitingBytes <= MOST_WAITING_BYTES) return true
    this.#become('slow', 'the disk is too slow for the cameras')
    return false
  }

  /** A part is written, and so many bytes wait. */
  noteWritten(waitingBytes: number): void {
    if (this.#state === 'normal' || !this.isReady(waitingBytes)) return
    this.#state = 'normal'
    this.#log('warn', `the disk takes recordings again, after ${Math.round((this.#now() - this.#sinceMs) / 1000)} s`)
  }

  noteFault(error: Error & { code?: string; errcode?: number }): void {
    this.#againMs = this.#now() + AGAIN_MS
    const isFull = error.code === 'ENOSPC' || error.code === 'EDQUOT' || error.errcode === SQLITE_FULL
    if (isFull) this.#become('full', 'the disk is full')
    else this.#become('failed', `the disk takes nothing: ${error.message}`)
  }

  #become(state: DiskState, why: string): void {
    if (this.#state === state) return
    if (this.#state === 'normal') this.#sinceMs = this.#now()
    this.#state = state
    this.#log('error', `${why}; nothing is recorded until it takes more`)
  }
}
