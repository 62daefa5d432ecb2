import { encode } from '@msgpack/msgpack'
import * as z from 'zod/mini'
import { hiddenName, sealedBytes, type Box } from './box.ts'
import type { Connection } from './connection.ts'
import type { Database, TableName } from './schema.ts'

/** Records set aside beyond this number push out the oldest. */
const MOST_QUARANTINED = 1_000

/** What went wrong in the store since it was opened. */
export interface StoreFaults {
  /** Records that could not be read as what they should be; they are set aside. */
  corrupt: number
  /** Writes that the browser refused (quota, a broken disk); those records live in memory. */
  refused: number
}

/** What became of a record that is to be written. `full`: no space is left. `memory`: there is no database now. */
export type Written = 'kept' | 'full' | 'memory'

interface Rules<T> {
  name: TableName
  schema: z.ZodMiniType<T>
  /** Oldest records beyond this number are dropped. */
  most?: number
  /** Seals what is written, and hides its key. */
  box?: Box
  /** What is written is on the disk when it is said to be, whatever ends then: for what is shown as done. */
  isStrict?: boolean
}

const keptRecord = z.object({ atMs: z.number(), value: z.unknown() })
const unreadable = Symbol('unreadable')

function isQuota(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError'
}

/** Bytes of a value: those that are sealed as they are, others as they would be sealed. What cannot be sealed counts for nothing. */
function sizeOf(value: unknown): number {
  const sealed = sealedBytes.safeParse(value)
  if (sealed.success) return sealed.data.iv.byteLength + sealed.data.bytes.byteLength
  try {
    return encode(value, { ignoreUndefined: true }).byteLength
  } catch {
    return 0
  }
}

/**
 * One kind of record, by key. Parses what it reads. What IndexedDB does not take is held in memory, so that callers need
 * not care: it is written when the database is back, else it lasts as long as the worker.
 */
export class Table<T> {
  readonly #connection: Connection
  readonly #rules: Rules<T>
  readonly #faults: StoreFaults
  readonly #makeRoom: () => Promise<void>
  readonly #memory = new Map<string, { atMs: number; value: T }>()

  /** `makeRoom` drops what can be had again, when the disk is full. */
  constructor(connection: Connection, faults: StoreFaults, makeRoom: () => Promise<void>, rules: Rules<T>) {
    this.#connection = connection
    this.#rules = rules
    this.#faults = faults
    this.#makeRoom = makeRoom
    connection.onRecovered(() => void this.#writeMemory())
  }

  async get(key: string): Promise<T | undefined> {
    const id = await this.#id(key)
    const inMemory = this.#memory.get(id)
    return inMemory === undefined ? this.#getKept(id) : inMemory.value
  }

  /** Whether there is such a record, also one that cannot be read; undefined when the database does not tell. */
  async has(key: string): Promise<boolean | undefined> {
    const id = await this.#id(key)
    if (this.#memory.has(id)) return true
    try {
      const database = await this.#connection.database()
      return database && (await database.count(this.#rules.name, id)) > 0
    } catch {
      return undefined
    }
  }

  /** Every record, the oldest first. */
  async list(): Promise<T[]> {
    const found: { atMs: number; value: T }[] = [...this.#memory.values()]
    for (const { id, atMs } of await this.#kept()) {
      const value = this.#memory.has(id) ? undefined : await this.#getKept(id)
      if (value !== undefined) found.push({ atMs, value })
    }
    return found.toSorted((a, b) => a.atMs - b.atMs).map(({ value }) => value)
  }

  async put(key: string, value: T, atMs: number): Promise<void> {
    await this.#putById(await this.#id(key), value, atMs)
  }

  /** Writes the value unless there is one, and gives the one that there is then: one and the same to all who ask at once. */
  async putIfAbsent(key: string, value: T, atMs: number): Promise<T> {
    try {
      const database = await this.#connection.database()
      if (database !== undefined && this.#memory.get(key) === undefined) {
        const transaction = database.transaction(this.#rules.name, 'readwrite', { durability: this.#durability })
        const there = await transaction.store.get(key)
        const parsed = this.#rules.schema.safeParse(there?.value)
        if (!parsed.success) await transaction.store.put({ atMs, value }, key)
        await transaction.done
        return parsed.success ? parsed.data : value
      }
    } catch {
      this.#faults.refused += 1
    }
    const inMemory = this.#memory.get(key)
    if (inMemory === undefined) this.#putInMemory(key, value, atMs)
    return inMemory?.value ?? value
  }

  async delete(key: string): Promise<void> {
    const id = await this.#id(key)
    this.#memory.delete(id)
    await this.#quietly((database) => database.delete(this.#rules.name, id))
  }

  /** Deletes every record. */
  async clear(): Promise<void> {
    this.#memory.clear()
    await this.#quietly((database) => database.clear(this.#rules.name))
  }

  /** How many records there are, and how many bytes they have, also of those that are held in memory. */
  async measure(): Promise<{ count: number; bytes: number }> {
    const sizes = [...this.#memory.values()].map(({ value }) => sizeOf(value))
    await this.#quietly(async (database) => {
      for (const key of await database.getAllKeys(this.#rules.name)) {
        const kept = this.#memory.has(key) ? undefined : await database.get(this.#rules.name, key)
        if (kept !== undefined) sizes.push(sizeOf(kept.value))
      }
    })
    return { count: sizes.length, bytes: sizes.reduce((total, size) => total + size, 0) }
  }

  /** Drops the older half. */
  async thin(): Promise<void> {
    await this.#quietly(async (database) => this.#dropOldest(database, Math.ceil((await database.count(this.#rules.name)) / 2)))
  }

  /** Reads every record, so that those which are damaged are set aside at once and not one by one. */
  async check(): Promise<void> {
    for (const { id } of await this.#kept()) await this.#getKept(id)
  }

  get #durability(): IDBTransactionDurability {
    return this.#rules.isStrict === true ? 'strict' : 'default'
  }

  #id(key: string): Promise<string> {
    return this.#rules.box === undefined ? Promise.resolve(key) : hiddenName(key)
  }

  async #kept(): Promise<{ id: string; atMs: number }[]> {
    try {
      const database = await this.#connection.database()
      if (database === undefined) return []
      const kept: { id: string; atMs: number }[] = []
      for (const id of await database.getAllKeys(this.#rules.name)) {
        const parsed = keptRecord.safeParse(await database.get(this.#rules.name, id))
        kept.push({ id, atMs: parsed.success ? parsed.data.atMs : 0 })
      }
      return kept
    } catch {
      return []
    }
  }

  async #getKept(id: string): Promise<T | undefined> {
    let kept: unknown
    try {
      kept = await (await this.#connection.database())?.get(this.#rules.name, id)
    } catch {
      return undefined
    }
    if (kept === undefined) return undefined
    const value = await this.#read(kept)
    if (value !== unreadable) return value
    // A newer build may keep it in another shape.
    if (!this.#connection.isNewer) await this.#setAside(id, kept)
    return undefined
  }

  async #read(kept: unknown): Promise<T | undefined | typeof unreadable> {
    const { box, schema } = this.#rules
    try {
      const { value } = keptRecord.parse(kept)
      if (box === undefined) return schema.parse(value)
      const opened = await box.open(sealedBytes.parse(value))
      return opened && schema.parse(opened.value)
    } catch {
      return unreadable
    }
  }

  async #setAside(id: string, kept: unknown): Promise<void> {
    this.#faults.corrupt += 1
    this.#connection.noteDamaged()
    const { name } = this.#rules
    await this.#quietly(async (database) => {
      const transaction = database.transaction([name, 'quarantine'], 'readwrite')
      const quarantine = transaction.objectStore('quarantine')
      await quarantine.put({ atMs: Date.now(), value: kept }, `${name} ${id}`)
      await transaction.objectStore(name).delete(id)
      const [oldest] = (await quarantine.count()) > MOST_QUARANTINED ? await quarantine.index('atMs').getAllKeys(null, 1) : []
      if (oldest !== undefined) await quarantine.delete(oldest)
      await transaction.done
    })
  }

  /** Writes on the disk or not at all: what is too large for the memory. Answers whether it is there, or why not. */
  async write(key: string, value: T, atMs: number): Promise<Written> {
    return this.#writeById(await this.#id(key), value, atMs)
  }

  async #putById(id: string, value: T, atMs: number): Promise<void> {
    if ((await this.#writeById(id, value, atMs)) !== 'kept') this.#putInMemory(id, value, atMs)
  }

  async #writeById(id: string, value: T, atMs: number): Promise<Written> {
    try {
      const database = await this.#connection.database()
      if (database === undefined) return 'memory'
      const record = { atMs, value: (await this.#rules.box?.seal(value, atMs)) ?? value }
      try {
        await this.#store(database, record, id)
      } catch (error) {
        if (!isQuota(error)) throw error
        await this.#makeRoom()
        await this.#store(database, record, id)
      }
      this.#memory.delete(id)
      this.#connection.setFull(false)
      const { most } = this.#rules
      if (most !== undefined) await this.#dropOldest(database, (await database.count(this.#rules.name)) - most)
      return 'kept'
    } catch (error) {
      this.#faults.refused += 1
      if (!isQuota(error)) return 'memory'
      this.#connection.setFull(true)
      return 'full'
    }
  }

  async #store(database: Database, record: { atMs: number; value: unknown }, id: string): Promise<void> {
    const transaction = database.transaction(this.#rules.name, 'readwrite', { durability: this.#durability })
    await Promise.all([transaction.store.put(record, id), transaction.done])
  }

  #putInMemory(id: string, value: T, atMs: number): void {
    this.#memory.delete(id)
    this.#memory.set(id, { atMs, value })
    const [oldest] = this.#memory.keys()
    if (this.#memory.size > (this.#rules.most ?? Number.POSITIVE_INFINITY) && oldest !== undefined) this.#memory.delete(oldest)
  }

  async #writeMemory(): Promise<void> {
    for (const [id, { atMs, value }] of this.#memory) await this.#putById(id, value, atMs)
  }

  async #dropOldest(database: Database, surplus: number): Promise<void> {
    if (surplus <= 0) return
    const transaction = database.transaction(this.#rules.name, 'readwrite')
    for (const key of await transaction.store.index('atMs').getAllKeys(null, surplus)) await transaction.store.delete(key)
    await transaction.done
  }

  async #quietly(work: (database: Database) => Promise<unknown>): Promise<void> {
    try {
      const database = await this.#connection.database()
      if (database !== undefined) await work(database)
    } catch {
      this.#faults.refused += 1
    }
  }
}
