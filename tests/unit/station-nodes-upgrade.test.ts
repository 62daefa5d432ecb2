import { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { deviceStatuses } from '#contract/enums.ts'
import type { Schema } from '#server/db/schema.ts'
import { sqliteDialect } from '#server/db/sqlite.ts'
import { up } from '#server/db/migrations/0516-station-nodes.ts'

const NOW_MS = Date.UTC(2026, 10, 27)

test('a screen that was taken away long before an upgrade is not missed after it, one that was there is waited for', async () => {
  const db = new Kysely<Schema>({ dialect: sqliteDialect(':memory:') })
  const { schema } = db
  await schema.createTable('alarm').addColumn('id', 'text').execute()
  await schema.createTable('device').addColumn('sn', 'text').addColumn('status', 'integer').execute()
  await schema
    .createTable('station_output')
    .addColumn('sn', 'text')
    .addColumn('vo_id', 'integer')
    .addColumn('reported_at_ms', 'bigint')
    .execute()
  const troubles = schema.createTable('station_trouble').addColumn('id', 'text').addColumn('sn', 'text').addColumn('vo_id', 'integer')
  await troubles.addColumn('kind', 'text').addColumn('end_ms', 'bigint').execute()
  const insert = (table: 'device' | 'station_output', rows: object[]) =>
    db
      .insertInto(table)
      .values(rows as never)
      .execute()
  await insert('device', [{ sn: 'VS1', status: deviceStatuses.online }])
  await insert('station_output', [
    { sn: 'VS1', vo_id: 1, reported_at_ms: NOW_MS - 9_000 },
    { sn: 'VS1', vo_id: 2, reported_at_ms: NOW_MS - 60 * 86_400_000 },
    { sn: 'VS2', vo_id: 1, reported_at_ms: NOW_MS },
    { sn: 'VS3', vo_id: 1, reported_at_ms: null },
  ])
  await up(db)
  const waitedFor = db.selectFrom('station_output').where('node_id', 'is not', null).select(['sn', 'vo_id'])
  expect(await waitedFor.execute()).toEqual([{ sn: 'VS1', vo_id: 1 }])
  await db.destroy()
})
