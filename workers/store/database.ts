import { openDB, type DBSchema, type IDBPDatabase } from 'idb'

/** The one IndexedDB database of the app. Raise the version together with a step in `upgrade`. */
const NAME = 'sightline'
const VERSION = 1

/** Every record carries when it was written, so that a table can be bounded by age. */
interface Kept {
  key: string
  value: { atMs: number; value: unknown }
  indexes: { atMs: number }
}

interface Schema extends DBSchema {
  /** The session, sealed, and the key that opens it. */
  seal: Kept
  /** Last answers of calls that are kept. */
  answers: Kept
  /** The last picture of each channel. */
  snapshots: Kept
  /** The wall as each person left it. */
  walls: Kept
}

export type TableName = 'seal' | 'answers' | 'snapshots' | 'walls'
export type Database = IDBPDatabase<Schema>

/** Opens the database; `undefined` where there is none (private windows, a blocked or broken profile). */
export async function openDatabase(): Promise<Database | undefined> {
  try {
    const database = await openDB<Schema>(NAME, VERSION, {
      upgrade(fresh, oldVersion) {
        if (oldVersion < 1) {
          for (const name of ['seal', 'answers', 'snapshots', 'walls'] as const) fresh.createObjectStore(name).createIndex('atMs', 'atMs')
        }
      },
      // A newer build wants to upgrade: this one goes on from memory.
      blocking: () => database.close(),
    })
    return database
  } catch {
    return undefined
  }
}
