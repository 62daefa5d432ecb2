import { PostgresDialect } from 'kysely'
import { Pool, TypeOverrides, types } from 'pg'

const MOST_CONNECTIONS = 10
const CONNECT_WITHIN_MS = 5_000

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
    application_name: 'sightline',
  })
  // An idle connection that breaks is replaced by the next query, which fails by itself when the server is gone.
  pool.on('error', () => {})
  return new PostgresDialect({ pool })
}
