import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
