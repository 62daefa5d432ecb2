import type { StorageNotice, StorageState } from '#contract/core-api.ts'
import { openLocalDatabase } from './database.ts'
import type { Database } from './schema.ts'

type Listener = () => void

/** Pauses before each attempt to open the database again after it was closed under us. */
const REOPEN_PAUSES_MS = [0, 50, 250, 1_000, 4_000]

/**
 * The connection to IndexedDB, and what can befall it: it may not be there (private windows), be kept from us by a tab of an older
 * build, be full, or be cleared under the running app. Whoever asks gets the database or nothing, soon, and keeps in memory what
 * it cannot write; when the database comes (back) it hears so.
 */
export class Connection {
  #database: Database | undefined
  #isNewer = false
  #opening: Promise<void>
  #kind: StorageState['kind'] = 'kept'
  #notice: StorageNotice | undefined
  #damaged = 0
  readonly #told = new Set<StorageNotice>()
  readonly #onState = new Set<Listener>()
  readonly #onRecovered = new Set<Listener>()
  readonly #prepare: (database: Database, migratedFrom: number) => Promise<void>

  /** `prepare` is done with a database that has just been migrated, before anybody gets it. */
  constructor(prepare: (database: Database, migratedFrom: number) => Promise<void>) {
    this.#prepare = prepare
    this.#opening = this.#open()
  }

  get state(): StorageState {
    return { kind: this.#kind, damaged: this.#damaged, ...(this.#notice === undefined ? {} : { notice: this.#notice }) }
  }

  /** The database is of a newer build: what does not parse may be right all the same. */
  get isNewer(): boolean {
    return this.#isNewer
  }

  onState(listener: Listener): void {
    this.#onState.add(listener)
  }

  /** Hears when a database is there that was not: what memory holds can be written. */
  onRecovered(listener: Listener): void {
    this.#onRecovered.add(listener)
  }

  async database(): Promise<Database | undefined> {
    await this.#opening
    return this.#database
  }

  /** A write was refused for want of space, or went well again. */
  setFull(isFull: boolean): void {
    if (isFull) this.#become('full', 'full')
    else if (this.#kind === 'full') {
      this.#told.delete('full')
      this.#become('kept', undefined)
      this.#recovered()
    }
  }

  noteDamaged(): void {
    this.#damaged += 1
    this.#tell('damaged')
  }

  /** The person has read the notice: it does not come again. */
  acknowledge(): void {
    if (this.#notice !== undefined) this.#told.add(this.#notice)
    this.#notice = undefined
    this.#changed()
  }

  #become(kind: StorageState['kind'], notice: StorageNotice | undefined): void {
    // Only what is over now is not worth telling any more.
    if (this.#notice === this.#kind) this.#notice = undefined
    this.#kind = kind
    if (notice !== undefined) this.#tell(notice)
    this.#changed()
  }

  #tell(notice: StorageNotice): void {
    if (!this.#told.has(notice)) this.#notice = notice
    this.#changed()
  }

  #changed(): void {
    for (const listener of this.#onState) listener()
  }

  /** Resolves when the database is there, or when it is known that it is not for now; then it may still come. */
  #open(): Promise<void> {
    return new Promise((settled) => {
      void this.#connect(settled).then(settled)
    })
  }

  async #connect(onBlocked: () => void): Promise<void> {
    try {
      const { database, migratedFrom, isNewer } = await openLocalDatabase({
        onBlocked: () => {
          this.#become('blocked', 'blocked')
          onBlocked()
        },
        onGivenUp: () => this.#reopen(),
        onLost: () => {
          this.#tell('cleared')
          this.#reopen()
        },
      })
      await this.#prepare(database, migratedFrom)
      this.#database = database
      this.#isNewer = isNewer
    } catch {
      return this.#become('memory', this.#notice === 'cleared' ? undefined : 'memory')
    }
    if (this.#kind === 'kept') return
    const isLate = this.#kind === 'blocked'
    this.#become('kept', undefined)
    if (isLate) this.#recovered()
  }

  #recovered(): void {
    for (const listener of this.#onRecovered) listener()
  }

  #reopen(): void {
    this.#database = undefined
    this.#opening = this.#openAgain().then(() => {
      if (this.#database !== undefined) this.#recovered()
    })
  }

  /** While the browser is still clearing, opening fails: that is no reason to do without. */
  async #openAgain(): Promise<void> {
    for (const pauseMs of REOPEN_PAUSES_MS) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
      await this.#open()
      if (this.#kind !== 'memory') return
    }
  }
}
