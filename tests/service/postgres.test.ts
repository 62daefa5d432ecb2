import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { profileGet } from '#contract/calls/user/profile-get.ts'
import { logout } from '#contract/calls/user/logout.ts'
import { openDatabase, type Db } from '#server/db/open.ts'
import { bareEnv } from '#tests/support/bare-env.ts'
import { administer, createTestDatabase, POSTGRES_VARIABLE, type TestDatabase } from '#tests/support/database.ts'
import { deep } from '#tests/support/depth.ts'
import { freePort } from '#tests/support/stack.ts'
import { TestService } from '#tests/support/service.ts'

const main = resolve(import.meta.dirname, '../../server/main.ts')
const server = process.env[POSTGRES_VARIABLE] ?? ''
let database: TestDatabase
let db: Db

beforeEach(async () => {
  database = await createTestDatabase()
  db = await openDatabase(database.url)
})
afterEach(async () => {
  await db.destroy()
  await database.drop()
})

const guard = (login_name: string) => ({ login_name, failures: 0, last_failure_at_ms: 1_800_000_000_000, locked_until_ms: 0 })

test('gives whole numbers as numbers, counted and summed too', async () => {
  await db
    .insertInto('sign_in_guard')
    .values([guard('one'), guard('two')])
    .execute()
  const query = db
    .selectFrom('sign_in_guard')
    .select(({ fn }) => [fn.countAll().as('count'), fn.max('last_failure_at_ms').as('latest'), fn.sum('last_failure_at_ms').as('sum')])
  expect(await query.executeTakeFirst()).toEqual({ count: 2, latest: 1_800_000_000_000, sum: 3_600_000_000_000 })
})

test('refuses what points nowhere, and undoes all of a transaction that fails', async () => {
  await expect(db.insertInto('alarm_read').values({ alarm_id: 'none', user_id: 'none' }).execute()).rejects.toThrow('foreign key')
  const failing = db.transaction().execute(async (inside) => {
    await inside.insertInto('sign_in_guard').values(guard('inside')).execute()
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  expect(await db.selectFrom('sign_in_guard').selectAll().execute()).toEqual([])
})

test('runs transactions one after the other, so that what one has seen stays true until it ends', async () => {
  const addUpToThree = async (name: string) =>
    db.transaction().execute(async (inside) => {
      const { count } = await inside
        .selectFrom('sign_in_guard')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      if (count < 3) await inside.insertInto('sign_in_guard').values(guard(name)).execute()
    })
  await Promise.all(Array.from({ length: 10 }, (_, index) => addUpToThree(`name-${index}`)))
  expect(await db.selectFrom('sign_in_guard').selectAll().execute()).toHaveLength(3)
})

test('makes the tables once when several services open an empty database at once', async () => {
  const url = new URL('/empty_at_first', server).href
  await administer(server, 'create database empty_at_first')
  const opened = await Promise.all([1, 2, 3, 4].map(() => openDatabase(url)))
  const migrations = (each: Db) => sql<{ name: string }>`select name from kysely_migration order by name`.execute(each)
  const [made, ...others] = await Promise.all(opened.map(async (each) => (await migrations(each)).rows))
  expect(made).toEqual((await migrations(db)).rows)
  expect(others).toEqual([made, made, made])
  await Promise.all(opened.map((each) => each.destroy()))
  await administer(server, 'drop database empty_at_first')
})

test('goes on when the server has closed its connections', async () => {
  const service = await TestService.start()
  const client = await service.signIn('admin')
  const closed = await service.edit((beside) =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
      beside,
    ),
  )
  expect(closed.rows.length).toBeGreaterThan(0)
  await expect.poll(() => client.call(profileGet, null).then(() => 'answered', String)).toBe('answered')
  await service.close()
})

test('a connection that breaks in the middle of a transaction fails that one alone, and the service lives on', async () => {
  const failing = db.transaction().execute(async (inside) => {
    await inside.insertInto('sign_in_guard').values(guard('inside')).execute()
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(inside)
    await administer(server, `select pg_terminate_backend(${rows[0]?.pid})`)
    await expect
      .poll(() =>
        sql`select 1`.execute(inside).then(
          () => 'answered',
          () => 'broken',
        ),
      )
      .toBe('broken')
    await sql`select 1`.execute(inside)
  })
  await expect(failing).rejects.toThrow()
  expect(await db.selectFrom('sign_in_guard').selectAll().execute()).toEqual([])
})

test('lets two services share sessions', async () => {
  const one = await TestService.start()
  const two = await TestService.start({ sharedWith: one })
  const client = await one.signIn('guard')
  const other = two.client(client.token)
  expect(await other.call(profileGet, null)).toEqual(await client.call(profileGet, null))
  await other.call(logout, null)
  await expect(client.call(profileGet, null)).rejects.toMatchObject({ code: 10002 })
  await two.close()
  await one.close()
})

const unusable: [what: string, address: () => Promise<string>, reason: RegExp][] = [
  ['that nobody serves', async () => `postgres://video:hunter2@127.0.0.1:${await freePort()}/video`, /ECONNREFUSED/],
  ['with a wrong password', async () => new URL(server).href.replace(/:[^:@]+@/, ':hunter2@'), /password authentication failed/],
  ['without such a database', async () => new URL('/hunter2_not', server).href, /does not exist/],
]
test.each(deep(unusable, unusable.slice(1, 2)))('a database %s stops the start with one plain sentence', async (_what, address, reason) => {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-postgres-'))
  const url = await address()
  const env = { ...bareEnv(), SIGHTLINE_DATA: folder, SIGHTLINE_DATABASE_URL: url, SIGHTLINE_PORT: String(await freePort()) }
  const { code, output } = await new Promise<{ code: unknown; output: string }>((done) => {
    execFile(process.execPath, [main], { env }, (fault, stdout, stderr) => done({ code: fault?.code, output: stdout + stderr }))
  })
  expect(code).toBe(2)
  expect(output).toMatch(/^The database of SIGHTLINE_DATABASE_URL cannot be used \(.*\)\.\n$/)
  expect(output).toMatch(reason)
  expect(output).not.toContain(new URL(url).password)
  await rm(folder, { recursive: true })
})
