import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import * as firstLight from './migrations/0001-first-light.ts'
import type { Schema } from './schema.ts'

/** Every migration in order. A landed one is never edited: what comes later is a new file and a new line here. */
const migrations = { '0001-first-light': firstLight }

/** Brings the tables up to date. Throws when a migration fails. */
export async function migrate(db: Kysely<Schema>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined) throw error
}
