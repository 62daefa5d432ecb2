import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { Kysely, SqliteDialect, type SqliteDatabase } from 'kysely'
import { migrate } from './migrate.ts'
import type { Schema } from './schema.ts'

export type Db = Kysely<Schema>

/** Opens the database file, made when it is not there, with its tables brought up to date. */
export async function openDatabase(file: string): Promise<Db> {
  const database = new DatabaseSync(file)
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma busy_timeout = 5000')
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database: asKyselyWants(database) }) })
  try {
    await migrate(db)
  } catch (error) {
    await db.destroy()
    throw error
  }
  return db
}

/** Kysely's SQLite dialect is written for another driver; this is `node:sqlite` in that driver's clothes. */
function asKyselyWants(database: DatabaseSync): SqliteDatabase {
  return {
    close: () => database.close(),
    prepare(sql) {
      const statement = database.prepare(sql)
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...values(parameters)),
        run: (parameters) => statement.run(...values(parameters)),
        iterate: (parameters) => statement.iterate(...values(parameters)),
      }
    },
  }
}

/** Kysely hands on what it is given, and the schema gives it nothing else. */
function values(parameters: readonly unknown[]): readonly SQLInputValue[] {
  return parameters as readonly SQLInputValue[]
}
