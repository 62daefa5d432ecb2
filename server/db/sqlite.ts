import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { SqliteDialect, type SqliteDatabase, type SqliteStatement } from 'kysely'

const MOST_STATEMENTS = 500

/** A database file, made when it is not there: write-ahead log, written through before anything is answered. */
export function sqliteDialect(file: string): SqliteDialect {
  const database = new DatabaseSync(file)
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma busy_timeout = 5000')
  // Its own `lower` knows the Latin letters only. On PostgreSQL a migration makes the same function.
  database.function('folded', { deterministic: true }, (text) => (typeof text === 'string' ? text.toLowerCase() : text))
  return new SqliteDialect({ database: asKyselyWants(database) })
}

/**
 * Kysely's SQLite dialect is written for another driver; this is `node:sqlite` in that driver's clothes. To prepare a statement costs
 * more than to run it, so that statements are kept, those used last.
 */
function asKyselyWants(database: DatabaseSync): SqliteDatabase {
  const kept = new Map<string, SqliteStatement>()
  return {
    close: () => database.close(),
    prepare(sql) {
      const statement = kept.get(sql) ?? prepare(database, sql)
      kept.delete(sql)
      kept.set(sql, statement)
      const [oldest] = kept.keys()
      if (kept.size > MOST_STATEMENTS && oldest !== undefined) kept.delete(oldest)
      return statement
    },
  }
}

function prepare(database: DatabaseSync, sql: string): SqliteStatement {
  const statement = database.prepare(sql)
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...values(parameters)),
    run: (parameters) => statement.run(...values(parameters)),
    // One that is kept may be in the middle of another reading.
    iterate: (parameters) => database.prepare(sql).iterate(...values(parameters)),
  }
}

/** Kysely hands on what it is given, and the schema gives it nothing else. */
function values(parameters: readonly unknown[]): readonly SQLInputValue[] {
  return parameters as readonly SQLInputValue[]
}
