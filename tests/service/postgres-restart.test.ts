import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deviceDetail } from '#contract/calls/device/device-detail.ts'
import { profileUpdate } from '#contract/calls/user/profile-update.ts'
import { deviceStatuses } from '#contract/enums.ts'
import { POSTGRES_VARIABLE } from '#tests/support/database.ts'
import type { PostgresServer } from '#tests/support/postgres.ts'
import { startForTests } from '#tests/support/postgres-setup.ts'
import { demoDevices, TestService } from '#tests/support/service.ts'

const { gate, shop } = demoDevices
let server: PostgresServer
/** The server of all others, which the files after this one ask in the same process. */
let shared: string | undefined

beforeAll(async () => {
  shared = process.env[POSTGRES_VARIABLE]
  // As the servers of those who run the service ask for it.
  server = await startForTests({ auth: 'scram-sha-256' })
})
afterAll(async () => {
  if (shared === undefined) delete process.env[POSTGRES_VARIABLE]
  else process.env[POSTGRES_VARIABLE] = shared
  await server.stop()
})

test('a service signs in to a server that asks for SCRAM', async () => {
  const client = new Client({ connectionString: server.url() })
  await client.connect()
  const rules = await client.query('select distinct auth_method from pg_hba_file_rules').finally(() => client.end())
  expect(rules.rows).toEqual([{ auth_method: 'scram-sha-256' }])
  const here = await TestService.start()
  await here.signIn('admin')
  await here.close()
})

test('two nodes go on together after their database was restarted, and nobody who was connected misses anything', async () => {
  const here = await TestService.start()
  const there = await TestService.start({ sharedWith: here })
  const admin = await here.signIn('admin')
  const push = await there.openPush(await there.signIn('admin'))
  const leaving = await here.connectDevice(gate)
  await here.connectDevice(shop)
  await push.next('device-status', { sn: gate.sn, status: deviceStatuses.online })
  await push.next('device-status', { sn: shop.sn, status: deviceStatuses.online })
  // A device that goes while nothing can be written is written, and told at the other node, when the database is back.
  await server.restart(() => leaving.stop())
  await push.next('device-status', { sn: gate.sn, status: deviceStatuses.offline })
  const rename = () => admin.call(profileUpdate, { alias: 'Renamed' }).then(() => 'done', String)
  await expect.poll(rename).toBe('done')
  await push.next('profile-changed')
  expect((await admin.call(deviceDetail, { sn: shop.sn })).device.status).toBe(deviceStatuses.online)
  expect(push.heard.map(({ extension }) => extension.seq)).toEqual(push.heard.map((_, index) => index + 1))
  await there.close()
  await here.close()
})
