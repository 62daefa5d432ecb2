import * as z from 'zod/mini'
import type { Database, TableName } from './database.ts'

/** What went wrong in the store since it was opened. */
export interface StoreFaults {
  /** Records that could not be read as what they should be; they are dropped. */
  corrupt: number
  /** Writes that the browser refused (quota, a broken disk); those records live in memory. */
  refused: number
}

interface Rules<T> {
  name: TableName
  schema: z.ZodMiniType<T>
  /** Oldest records beyond this number are dropped. */
  most?: number
}

/**
 * One kind of record, by key. Parses what it reads. What IndexedDB does not take is held in memory, so that callers need
 * not care: it then lasts as long as the worker.
 */
export class Table<T> {
  readonly #database: Promise<Database | undefined>
  readonly #rules: Rules<T>
  readonly #faults: StoreFaults
  readonly #memory = new Map<string, T>()

  constructor(database: Promise<Database | undefined>, faults: StoreFaults, rules: Rules<T>) {
    this.#database = database
    this.#rules = rules
    this.#faults = faults
  }

  async get(key: string): Promise<T | undefined> {
    const inMemory = this.#memory.get(key)
    if (inMemory !== undefined) return inMemory
    try {
      const kept = await (await this.#database)?.get(this.#rules.name, key)
      if (kept === undefined) return undefined
      const parsed = this.#rules.schema.safeParse(kept.value)
      if (parsed.success) return parsed.data
    } catch {
      return undefined
    }
    this.#faults.corrupt += 1
    await this.delete(key)
    return undefined
  }

  async put(key: string, value: T, atMs: number): Promise<void> {
    try {
      const database = await this.#database
      if (database === undefined) return this.#putInMemory(key, value)
      await database.put(this.#rules.name, { atMs, value }, key)
      this.#memory.delete(key)
      await this.#prune(database)
    } catch {
      this.#faults.refused += 1
      this.#putInMemory(key, value)
    }
  }

  async delete(key: string): Promise<void> {
    this.#memory.delete(key)
    await this.#quietly((database) => database.delete(this.#rules.name, key))
  }

  /** Deletes every record whose key begins so. */
  async deletePrefix(prefix: string): Promise<void> {
    for (const key of this.#memory.keys()) if (key.startsWith(prefix)) this.#memory.delete(key)
    await this.#quietly((database) => database.delete(this.#rules.name, IDBKeyRange.bound(prefix, `${prefix}\uffff`)))
  }

  #putInMemory(key: string, value: T): void {
    this.#memory.delete(key)
    this.#memory.set(key, value)
    const [oldest] = this.#memory.keys()
    if (this.#memory.size > (this.#rules.most ?? Number.POSITIVE_INFINITY) && oldest !== undefined) this.#memory.delete(oldest)
  }

  async #prune(database: Database): Promise<void> {
    const { name, most } = this.#rules
    if (most === undefined) return
    const transaction = database.transaction(name, 'readwrite')
    let surplus = (await transaction.store.count()) - most
    let cursor = surplus > 0 ? await transaction.store.index('atMs').openCursor() : null
    for (; cursor !== null && surplus > 0; surplus -= 1) {
      await cursor.delete()
      cursor = await cursor.continue()
    }
    await transaction.done
  }

  async #quietly(work: (database: Database) => Promise<void>): Promise<void> {
    try {
      const database = await this.#database
      if (database !== undefined) await work(database)
    } catch {
      this.#faults.refused += 1
    }
  }
}
