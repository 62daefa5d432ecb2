import type { IDBPDatabase, IDBPTransaction } from 'idb'
import type { Schema, TableName } from './schema.ts'

type Migration = (
  database: IDBPDatabase<Schema>,
  transaction: IDBPTransaction<Schema, TableName[], 'versionchange'>,
) => Promise<void> | void

function create(database: IDBPDatabase<Schema>, names: TableName[]): void {
  for (const name of names) database.createObjectStore(name).createIndex('atMs', 'atMs')
}

/**
 * From each version to the next, the first from nothing. They only add: an older build goes on beside a newer one. A landed
 * migration is never changed; a dump of the version that it ends lies in `tests/fixtures/store/` and is migrated by a test.
 */
export const migrations: readonly Migration[] = [
  (database) => create(database, ['seal', 'answers', 'snapshots', 'walls']),
  async (database, transaction) => {
    create(database, ['openAnswers', 'pictures', 'snapFiles', 'recordFiles', 'outbox', 'drafts', 'quarantine'])
    // From here on `answers` holds what the person was answered, and nothing else.
    const answers = transaction.objectStore('answers')
    for (const key of await answers.getAllKeys(IDBKeyRange.bound('anybody ', 'anybody \uffff'))) {
      const kept = await answers.get(key)
      if (kept !== undefined) await transaction.objectStore('openAnswers').put(kept, key)
      await answers.delete(key)
    }
  },
  (database) => create(database, ['downloads']),
  (database) => create(database, ['recordPieces']),
  (database) => create(database, ['browserDownloads']),
  (database) => create(database, ['machine']),
]
