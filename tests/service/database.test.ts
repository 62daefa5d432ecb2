import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createService } from '#server/app.ts'
import { openDatabase, type Db } from '#server/db/open.ts'
import { StartFault } from '#server/runtime/start-fault.ts'

let folder: string
let db: Db

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-db-'))
  db = await openDatabase(join(folder, 'test.db'))
})
afterEach(async () => {
  await db.destroy()
  await rm(folder, { recursive: true, force: true })
})

const guard = (login_name: string) => ({ login_name, failures: 0, last_failure_at_ms: 0, locked_until_ms: 0 })
const names = async () =>
  (await db.selectFrom('sign_in_guard').select('login_name').orderBy('login_name').execute()).map((row) => row.login_name)

test('loses nothing that it has answered: write-ahead log, written through', async () => {
  expect((await sql`pragma journal_mode`.execute(db)).rows).toEqual([{ journal_mode: 'wal' }])
  expect((await sql`pragma synchronous`.execute(db)).rows).toEqual([{ synchronous: 2 }])
})

test('refuses what points nowhere', async () => {
  const read = { alarm_id: 'none', user_id: 'none' }
  await expect(db.insertInto('alarm_read').values(read).execute()).rejects.toThrow('FOREIGN KEY')
})

test('undoes all of a transaction that fails, and nothing of what others did meanwhile', async () => {
  let outside: Promise<unknown> = Promise.resolve()
  const failing = db.transaction().execute(async (inside) => {
    await inside.insertInto('sign_in_guard').values(guard('inside')).execute()
    outside = db.insertInto('sign_in_guard').values(guard('outside')).execute()
    await new Promise((resolve) => setImmediate(resolve))
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  await outside
  expect(await names()).toEqual(['outside'])
})

test('opens again with what it held', async () => {
  await db.insertInto('sign_in_guard').values(guard('kept')).execute()
  await db.destroy()
  db = await openDatabase(join(folder, 'test.db'))
  expect(await names()).toEqual(['kept'])
})

test('a migration that fails leaves nothing of those before it behind; without what it failed for all are made', async () => {
  const file = join(folder, 'before.db')
  const beside = new DatabaseSync(file)
  // One of the last migrations makes a table of this name.
  beside.exec('create table stream_drop (mine text)')
  await expect(openDatabase(file)).rejects.toThrow('table "stream_drop" already exists')
  const tables = beside.prepare("select name from sqlite_schema where type = 'table' order by name").all()
  expect(tables.map(({ name }) => name)).toEqual(['kysely_migration', 'kysely_migration_lock', 'stream_drop'])
  expect(beside.prepare('select * from kysely_migration').all()).toEqual([])
  beside.exec('drop table stream_drop')
  beside.close()
  const made = await openDatabase(file)
  expect(await made.introspection.getTables()).toEqual(await db.introspection.getTables())
  await made.destroy()
})

/** Opens the file as soon as it is told to, says how many migrations were made, and leaves it open until it is ended. */
const opener = `
const { parentPort, workerData } = require('node:worker_threads')
import(workerData.module).then(({ openDatabase }) => {
  parentPort.once('message', async () => {
    const db = await openDatabase(workerData.file)
    const rows = await db.selectFrom('kysely_migration').select('name').execute()
    parentPort.postMessage(rows.length)
  })
  parentPort.postMessage('loaded')
})`

test('makes the tables once when several open an empty file at once', async () => {
  const workerData = { file: join(folder, 'empty.db'), module: new URL('../../server/db/open.ts', import.meta.url).href }
  const openers = [1, 2, 3].map(() => new Worker(opener, { eval: true, workerData }))
  try {
    await Promise.all(openers.map((each) => once(each, 'message')))
    const opened = Promise.all(openers.map((each) => once(each, 'message')))
    for (const each of openers) each.postMessage('open')
    const migrations = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
    expect((await opened).map(([made]) => made)).toEqual([1, 2, 3].map(() => migrations.rows.length))
  } finally {
    await Promise.all(openers.map((each) => each.terminate()))
  }
})

test('that is no database stops the start with a plain sentence', async () => {
  const dataFolder = join(folder, 'data')
  const mail = { smtpUrl: '', mailFrom: 'x@localhost', mapTilesUrl: '', mapTilesAttribution: '', registration: 'open' as const }
  const settings = {
    port: 0,
    host: '127.0.0.1',
    dataFolder,
    databaseUrl: '',
    objectsUrl: '',
    trustedProxies: [],
    secretsKey: '',
    pluginPort: 31853,
    cameraNetwork: '',
    recordings: { folder: '', bytes: 1e9, days: 1 },
    downloadsFolder: '',
    helpersFolder: '',
    ...mail,
    logLevel: 'silent',
    payment: { provider: 'off' },
  } as const
  const first = await createService({ settings: { ...settings, origins: [] } })
  await first.close()
  for (const file of ['sightline.db', 'sightline.db-wal']) await writeFile(join(dataFolder, file), 'This was a database once. '.repeat(500))
  const start = createService({ settings: { ...settings, origins: [] } })
  await expect(start).rejects.toThrow(StartFault)
  await expect(start).rejects.toThrow(/^The database in .* cannot be opened \(.*\)\.$/)
  await rm(join(dataFolder, 'sightline.db'))
  await rm(join(dataFolder, 'sightline.db-wal'))
  await (await createService({ settings: { ...settings, origins: [] } })).close()
})
