import {
  CompiledQuery,
  PostgresDialect,
  PostgresDriver,
  type DatabaseConnection,
  type PostgresDialectConfig,
  type TransactionSettings,
} from 'kysely'
import { Pool, TypeOverrides, types } from 'pg'

const MOST_CONNECTIONS = 10
const CONNECT_WITHIN_MS = 5_000
/** A service that stops in mid-transaction, machine and all, must not stop the others for long. */
const IDLE_TRANSACTION_MOST_MS = 30_000
/** No question here is long enough for helpers or a compiler to pay: starting them takes more time, and processors from everybody else. */
const SHORT_QUESTIONS = '-c jit=off -c max_parallel_workers_per_gather=0'
/** Names the lock that a transaction holds; the number means nothing. */
const TRANSACTION_LOCK = 8420

/**
 * A pool of connections to a PostgreSQL server, which connects with the first query. Whole numbers come as numbers, as SQLite gives
 * them: the schema's are epoch milliseconds, bytes and counts, which a double holds exactly.
 */
export function postgresDialect(url: string): PostgresDialect {
  const numbers = new TypeOverrides()
  // Sums of bigint columns are numeric there.
  for (const type of [types.builtins.INT8, types.builtins.NUMERIC]) numbers.setTypeParser(type, Number)
  const pool = new Pool({
    connectionString: url,
    types: numbers,
    max: MOST_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_MOST_MS,
    options: SHORT_QUESTIONS,
    application_name: 'sightline',
  })
  // An idle connection that breaks is replaced by the next query, which fails by itself when the server is gone.
  pool.on('error', () => {})
  // One that breaks between two queries of a transaction tells it to nobody else: the next query fails, and the service lives on.
  pool.on('connect', (client) => client.on('error', () => {}))
  return new OneByOneDialect({ pool })
}

class OneByOneDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig

  constructor(config: PostgresDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver(): OneByOneDriver {
    return new OneByOneDriver(this.#config)
  }
}

/**
 * Runs transactions one after the other, those of other services too, as SQLite does: the code looks at rows and then writes what
 * follows from them, and what it saw has to be true still. Single statements do not wait.
 */
class OneByOneDriver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    await super.beginTransaction(connection, settings)
    await connection.executeQuery(CompiledQuery.raw(`select pg_advisory_xact_lock(${TRANSACTION_LOCK})`))
  }
}
