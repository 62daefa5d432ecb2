import { Kysely } from 'kysely'
import { migrate } from './migrate.ts'
import { postgresDialect } from './postgres.ts'
import type { Schema } from './schema.ts'
import { sqliteDialect } from './sqlite.ts'

export type Db = Kysely<Schema>

/**
 * Opens a database with its tables brought up to date: the one at a `postgres://` address, else an SQLite file, made when it is not
 * there. Of several that open one at once, one makes the tables and the others wait.
 */
export async function openDatabase(at: string): Promise<Db> {
  const db = new Kysely<Schema>({ dialect: /^postgres(ql)?:\/\//.test(at) ? postgresDialect(at) : sqliteDialect(at) })
  try {
    await migrate(db)
  } catch (error) {
    await db.destroy()
    throw error
  }
  return db
}
