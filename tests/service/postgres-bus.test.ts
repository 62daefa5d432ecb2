import { fastify } from 'fastify'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase, type Db } from '#server/db/open.ts'
import { PostgresBus } from '#server/nodes/postgres-bus.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'

const { log } = fastify({ logger: false })
let database: TestDatabase
let db: Db
let buses: PostgresBus[]
/** What each bus heard. */
let heard: string[][]

beforeEach(async () => {
  database = await createTestDatabase()
  db = await openDatabase(database.url)
  buses = await Promise.all([0, 1, 2].map(() => PostgresBus.open(database.url, log)))
  heard = buses.map(() => [])
  for (const [index, bus] of buses.entries()) bus.on('channels-changed', ({ sn }) => heard[index]?.push(sn))
})
afterEach(async () => {
  await Promise.all(buses.map((bus) => bus.close()))
  await db.destroy()
  await database.drop()
})

const breakConnections = () =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'sightline-nodes' and datname = current_database()`.execute(
    db,
  )

test('all nodes hear all messages once and in the same order, though the connections break all the while', async () => {
  const said: string[] = []
  for (let round = 0; round < 20; round += 1) {
    for (const [index, bus] of buses.entries()) {
      for (let count = 0; count < 10; count += 1) {
        const text = `${round} ${index} ${count}`
        said.push(text)
        bus.tell('channels-changed', { sn: text })
      }
    }
    if (round % 4 === 3) await breakConnections()
  }
  for (const one of heard) await expect.poll(() => one.length, { timeout: 30_000 }).toBe(said.length)
  expect(heard[0]?.toSorted()).toEqual(said.toSorted())
  expect(heard[1]).toEqual(heard[0])
  expect(heard[2]).toEqual(heard[0])
  expect(new Set(buses.map(({ position }) => position)).size).toBe(1)
})

test('a message may be larger than what a NOTIFY can carry', async () => {
  const large = 'x'.repeat(300_000)
  buses[0]?.tell('channels-changed', { sn: large })
  for (const one of heard) await expect.poll(() => one[0] === large).toBe(true)
})
