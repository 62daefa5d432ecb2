import type { LentPort } from '#contract/core-api.ts'
import type { DownloadFiles, FileLending, UnsealedPiece, WrittenPiece } from './download-files.ts'

/** What is asked of a lent worker. */
export type ToFilesWorker =
  /** `untilMs`: by the clock of the machine; from then on it was given up, and is not to be written any more. */
  | { op: 'write'; id: number; taskId: string; number: number; piece: UnsealedPiece; untilMs: number }
  /** It is needed no more. */
  | { op: 'end' }
export interface FromFilesWorker {
  id: number
  /** `held`: another worker still has the file; `late`: nothing was written any more. */
  state: WrittenPiece['state'] | 'held' | 'late'
  memory: ArrayBuffer
}

/** A worker that has not written a piece by then is lost, and so is its tab. */
const PATIENCE_MS = 20_000
/** A worker that has nothing to do for so long is given back. */
const IDLE_MS = 10_000

/** The clocks of the core, as far as they are needed here. */
interface Clock {
  nowMs(): number
  after(ms: number, then: () => void): () => void
}

interface Pending {
  answered: (written: WrittenPiece) => void
  failed: (error: Error) => void
  cancel: () => void
}

/**
 * Files that a tab's worker seals and writes while one is lent, since shared workers cannot write at once, and have enough to do with what comes; without one
 * they are written as ever.
 */
export class LentFiles implements DownloadFiles {
  readonly lending: FileLending
  readonly #own: DownloadFiles
  readonly #clock: Clock
  readonly #pending = new Map<number, Pending>()
  #lent: { tabId: string; port: LentPort } | undefined
  #isAsked = false
  #isGivenUp = false
  #lastId = 0
  #cancelIdle = () => {}

  constructor(own: DownloadFiles, clock: Clock) {
    this.#own = own
    this.#clock = clock
    const lending: FileLending = {
      onWanted: () => {},
      want: () => this.#want(),
      lend: (tabId, port) => this.#take(tabId, port),
      forgetTab: (tabId) => {
        if (this.#lent?.tabId === tabId) this.#lose()
      },
    }
    this.lending = lending
  }

  write(taskId: string, number: number, piece: UnsealedPiece): Promise<WrittenPiece> {
    const port = this.#lent?.port
    if (port === undefined) {
      // One that had nothing to do for a while was given back: the rest may still be much.
      this.#want()
      return this.#own.write(taskId, number, piece)
    }
    const id = (this.#lastId += 1)
    return new Promise((answered, failed) => {
      const cancel = this.#clock.after(PATIENCE_MS, () => this.#giveUp())
      this.#pending.set(id, { answered, failed, cancel })
      const question: ToFilesWorker = { op: 'write', id, taskId, number, piece, untilMs: this.#clock.nowMs() + PATIENCE_MS }
      port.postMessage(question, [piece.bytes.buffer])
    })
  }

  read(taskId: string, number: number): Promise<Blob | undefined> {
    return this.#own.read(taskId, number)
  }

  taskIds(): Promise<string[]> {
    return this.#own.taskIds()
  }

  async remove(taskId: string): Promise<void> {
    await this.#untilWritten()
    await this.#own.remove(taskId)
  }

  async clear(): Promise<void> {
    await this.#untilWritten()
    await this.#own.clear()
  }

  #want(): void {
    if (this.#lent !== undefined || this.#isAsked || this.#isGivenUp) return
    this.#isAsked = true
    // A tab that does not answer was closed meanwhile: another one is asked with the next transfer.
    this.#clock.after(PATIENCE_MS, () => (this.#isAsked = false))
    this.lending.onWanted()
  }

  #take(tabId: string, port: LentPort): void {
    this.#lose()
    this.#isAsked = false
    this.#lent = { tabId, port }
    port.addEventListener('message', ({ data }) => this.#answered(data as FromFilesWorker))
    port.start()
    this.#watchIdle()
  }

  #answered({ id, state, memory }: FromFilesWorker): void {
    const pending = this.#pending.get(id)
    this.#pending.delete(id)
    pending?.cancel()
    if (state === 'kept' || state === 'noRoom') pending?.answered({ state, memory })
    else pending?.failed(new Error(state === 'held' ? 'Another worker still has the file' : 'The worker that was lent came too late to it'))
    this.#watchIdle()
  }

  #watchIdle(): void {
    this.#cancelIdle()
    this.#cancelIdle = this.#clock.after(IDLE_MS, () => this.#pending.size === 0 && this.#lose())
  }

  /** One that says nothing any more: the next one may do the same, and what is written here is written. */
  #giveUp(): void {
    this.#isGivenUp = true
    this.#lose()
  }

  /** What it was to write is not known to be there. */
  #lose(): void {
    this.#cancelIdle()
    const end: ToFilesWorker = { op: 'end' }
    this.#lent?.port.postMessage(end, [])
    this.#lent?.port.close()
    this.#lent = undefined
    for (const { failed, cancel } of this.#pending.values()) {
      cancel()
      failed(new Error('The worker that was lent is gone'))
    }
    this.#pending.clear()
  }

  /** A file that is open cannot be removed. */
  async #untilWritten(): Promise<void> {
    const writing = [...this.#pending.values()].map(
      (pending) =>
        new Promise<void>((resolve) => {
          const { answered, failed } = pending
          pending.answered = (written) => {
            answered(written)
            resolve()
          }
          pending.failed = (error) => {
            failed(error)
            resolve()
          }
        }),
    )
    await Promise.all(writing)
  }
}
