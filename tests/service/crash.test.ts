import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { tryCrashes } from '#tests/support/crash-trial.ts'
import { deep } from '#tests/support/depth.ts'
import { SeededRandom } from '#tests/support/seeded-random.ts'
import { ServiceProcess } from '#tests/support/service-process.ts'

const KILLS = deep(20, 2)

let database: TestDatabase
let service: ServiceProcess
beforeAll(async () => {
  database = await createTestDatabase()
  service = await ServiceProcess.start({ databaseUrl: database.url })
})
afterAll(async () => {
  await service.close()
  await database.drop()
})

test('a service that is killed while people write has all that it answered, and nothing twice though they ask again', {
  timeout: 900_000,
}, async () => {
  const figures = await tryCrashes(service, KILLS, new SeededRandom(11))
  expect(figures).toMatchObject({ kills: KILLS, lost: 0, twice: 0, refused: {} })
  expect(figures.answered).toBeGreaterThan(2 * KILLS)
  expect(figures.repeated + figures.unknown).toBeGreaterThan(0)
})
