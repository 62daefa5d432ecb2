import { openDatabase } from '#server/db/open.ts'
import { administer, POSTGRES_VARIABLE, TEMPLATE } from './database.ts'
import { PostgresServer } from './postgres.ts'

/** Starts one PostgreSQL server for all test files of a run. The answer stops it. */
export async function setup(): Promise<() => Promise<void>> {
  const server = await startForTests()
  return () => server.stop()
}

/** Starts a server, and has the services of tests use it from now on. */
export async function startForTests(options: Parameters<typeof PostgresServer.start>[0] = {}): Promise<PostgresServer> {
  const server = await PostgresServer.start(options)
  await administer(server.url(), `create database ${TEMPLATE}`)
  await (await openDatabase(server.url(TEMPLATE))).destroy()
  process.env[POSTGRES_VARIABLE] = server.url()
  return server
}
