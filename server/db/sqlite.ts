import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import {
  CompiledQuery,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  type DatabaseConnection,
  type SqliteDatabase,
  type SqliteDialectConfig,
  type SqliteStatement,
} from 'kysely'

const MOST_STATEMENTS = 500
/** So long one waits for another process that writes. */
const PATIENCE_MS = 5_000
const SQLITE_BUSY = 5

/** A database file, made when it is not there: write-ahead log, written through before anything is answered. */
export function sqliteDialect(file: string): SqliteDialect {
  const database = new DatabaseSync(file)
  database.exec(`pragma busy_timeout = ${PATIENCE_MS}; pragma synchronous = full; pragma foreign_keys = on`)
  keepLog(database)
  // Its own `lower` knows the Latin letters only. On PostgreSQL a migration makes the same function.
  database.function('folded', { deterministic: true }, (text) => (typeof text === 'string' ? text.toLowerCase() : text))
  return new OneByOneDialect({ database: asKyselyWants(database) })
}

/** SQLite does not wait for another that does the same to an empty file: it refuses the second at once, whatever `busy_timeout` says. */
function keepLog(database: DatabaseSync): void {
  const untilMs = performance.now() + PATIENCE_MS
  for (;;) {
    try {
      return database.exec('pragma journal_mode = wal')
    } catch (fault) {
      if (!isBusy(fault) || performance.now() > untilMs) throw fault
    }
  }
}

const isBusy = (fault: unknown) => fault instanceof Error && 'errcode' in fault && fault.errcode === SQLITE_BUSY

class OneByOneDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig

  constructor(config: SqliteDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver(): OneByOneDriver {
    return new OneByOneDriver(this.#config)
  }

  override createAdapter(): MigratedAtOnceAdapter {
    return new MigratedAtOnceAdapter()
  }
}

/**
 * Runs transactions one after the other, those of other processes too: one that has looked at rows before it writes would be refused when another
 * has written meanwhile, and would not wait.
 */
class OneByOneDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }
}

/**
 * All migrations that are missing are one transaction: one that fails leaves nothing of those before it behind, and each statement by itself
 * would wait for the disk. SQLite takes changes of tables back as well, which Kysely does not count on.
 */
class MigratedAtOnceAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
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
