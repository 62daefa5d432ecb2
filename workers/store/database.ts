import { openDB } from 'idb'
import { migrations } from './migrations.ts'
import type { Database, Schema } from './schema.ts'

/** The one IndexedDB database of the app. Its version is the number of its migrations. */
const NAME = 'sightline'
const VERSION = migrations.length

export interface DatabaseListener {
  /** A tab of an older build does not let go of the database. */
  onBlocked(): void
  /** A newer build wants to upgrade: the connection has been closed for it. */
  onGivenUp(): void
  /** The browser has closed the connection: the storage was cleared, or is broken. */
  onLost(): void
}

/**
 * Opens the database, at the version of this build or, where a newer build has been here, at that one's: migrations only add, so
 * that old and new builds can work side by side. Fails where there is no IndexedDB (private windows, a broken profile).
 */
export async function openLocalDatabase(
  listener: DatabaseListener,
): Promise<{ database: Database; migratedFrom: number; isNewer: boolean }> {
  let migratedFrom = VERSION
  let database: Database | undefined
  const callbacks = {
    blocked: () => listener.onBlocked(),
    blocking: () => {
      database?.close()
      listener.onGivenUp()
    },
    terminated: () => listener.onLost(),
  }
  try {
    database = await openDB<Schema>(NAME, VERSION, {
      ...callbacks,
      async upgrade(fresh, oldVersion, _newVersion, transaction) {
        migratedFrom = oldVersion
        try {
          for (const migrate of migrations.slice(oldVersion)) await migrate(fresh, transaction)
        } catch {
          // All or nothing: what was there stays as it was, and opening fails.
          transaction.done.catch(() => {})
          transaction.abort()
        }
      },
    })
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'VersionError')) throw error
    database = await openDB<Schema>(NAME, undefined, callbacks)
  }
  return { database, migratedFrom, isNewer: database.version > VERSION }
}
