import type { Log } from '#shared/log.ts'

/** A disk that is full or fails is tried again after this. */
const AGAIN_MS = 2_000
/** What may wait for the disk, over all streams: then it is too slow. It is fast enough again when half of that is written. */
const MOST_WAITING_BYTES = 64 * 1024 * 1024
/** A disk that has not answered a write for so long hangs, however little waits for it. */
const MOST_SILENT_MS = 10_000
const SQLITE_FULL = 13

export type DiskState = 'normal' | 'full' | 'slow' | 'failed'

/** What waits for the disk, over all streams, and for how long it has not answered what it was given first. */
interface Waiting {
  bytes: number
  silentMs: number
}

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
  isReady(waiting: Waiting): boolean {
    if (!this.#answers(waiting)) return false
    if (this.#state === 'slow') return waiting.bytes < MOST_WAITING_BYTES / 2
    return this.#now() >= this.#againMs
  }

  /** Whether so many bytes more may wait. */
  takes(bytes: number, waiting: Waiting): boolean {
    if (!this.#answers(waiting)) return false
    if (bytes + waiting.bytes <= MOST_WAITING_BYTES) return true
    this.#become('slow', 'the disk is too slow for the cameras')
    return false
  }

  /** To be called now and then: a disk that hangs is told also when no camera films. */
  look(waiting: Waiting): void {
    this.#answers(waiting)
  }

  /** A part is written, and so much waits. */
  noteWritten(waiting: Waiting): void {
    if (this.#state === 'normal' || !this.isReady(waiting)) return
    this.#state = 'normal'
    this.#log('warn', `the disk takes recordings again, after ${Math.round((this.#now() - this.#sinceMs) / 1000)} s`)
  }

  noteFault(error: Error & { code?: string; errcode?: number }): void {
    this.#againMs = this.#now() + AGAIN_MS
    const isFull = error.code === 'ENOSPC' || error.code === 'EDQUOT' || error.errcode === SQLITE_FULL
    if (isFull) this.#become('full', 'the disk is full')
    else this.#become('failed', `the disk takes nothing: ${error.message}`)
  }

  #answers({ silentMs }: Waiting): boolean {
    if (silentMs < MOST_SILENT_MS) return true
    this.#become('slow', `the disk has not answered for ${MOST_SILENT_MS / 1000} s`)
    return false
  }

  #become(state: DiskState, why: string): void {
    if (this.#state === state) return
    if (this.#state === 'normal') this.#sinceMs = this.#now()
    this.#state = state
    this.#log('error', `${why}; nothing is recorded until it takes more`)
  }
}
