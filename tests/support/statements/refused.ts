import { Client, type DatabaseError } from 'pg'
import type { NotedStatement } from './noted-statement.ts'

/** PostgreSQL's code for a row that is there already, as those are that migrations put there: its values were taken. */
const THERE_ALREADY = '23505'

/**
 * Runs statements with their values on an empty PostgreSQL database with all tables, each in a transaction that is undone. Answers with what
 * PostgreSQL says of those that it refuses, and with their words.
 */
export async function refusedOn(url: string, statements: readonly NotedStatement[]): Promise<string[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  // What a row points to is not there: the tests of both databases look at that.
  await client.query('set session_replication_role = replica')
  const refused: string[] = []
  for (const { sql, parameters } of statements) {
    await client.query('begin')
    await client.query(sql, parameters).catch((error: DatabaseError) => {
      if (error.code !== THERE_ALREADY) refused.push(`${error.message}\n    ${sql}\n    ${JSON.stringify(parameters)}`)
    })
    await client.query('rollback')
  }
  await client.end()
  return refused
}
