import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { openDatabase } from '#server/db/open.ts'

/** The test server's address, when the tests run on PostgreSQL; made known by `postgres-setup.ts`. */
export const POSTGRES_VARIABLE = 'TEST_POSTGRES_URL'
/** A database with all tables, of which tests get copies. */
export const TEMPLATE = 'template_sightline'

/** On which of the two the tests run. */
export function databaseKind(): 'postgres' | 'sqlite' {
  return process.env['TEST_DATABASE'] === 'postgres' ? 'postgres' : 'sqlite'
}

/** An empty PostgreSQL database with its tables. `url` is empty when the tests run on SQLite files. */
export interface TestDatabase {
  readonly url: string
  drop(): Promise<void>
}

/** A database for one test service: on the test server in the project that runs on PostgreSQL, else the service's own file. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = databaseKind() === 'postgres' ? process.env[POSTGRES_VARIABLE] : ''
  if (server === undefined) throw new Error('The tests should run on PostgreSQL, but no server was started.')
  if (server === '') return { url: '', drop: async () => {} }
  const name = `test_${randomBytes(8).toString('hex')}`
  await administer(server, `create database ${name} template ${TEMPLATE}`)
  return {
    url: new URL(`/${name}`, server).href,
    drop: () => administer(server, `drop database ${name} with (force)`),
  }
}

let tables: Promise<Buffer> | undefined

/** Writes an SQLite database with all tables: to make them takes longer than all else that a service does before it listens. */
export async function writeTables(file: string): Promise<void> {
  await writeFile(file, await (tables ??= makeTables()))
}

async function makeTables(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-tables-'))
  const file = join(folder, 'tables.db')
  await (await openDatabase(file)).destroy()
  return readFile(file).finally(() => rm(folder, { recursive: true }))
}

/** Runs one command on the server itself. */
export async function administer(server: string, command: string): Promise<void> {
  const client = new Client({ connectionString: server })
  await client.connect()
  await client.query(command).finally(() => client.end())
}
