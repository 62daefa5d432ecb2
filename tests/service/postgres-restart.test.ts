import { afterAll, beforeAll, expect, test } from 'vitest'
import { deviceDetail } from '#contract/calls/device/device-detail.ts'
import { profileUpdate } from '#contract/calls/user/profile-update.ts'
import { deviceStatuses } from '#contract/enums.ts'
import { POSTGRES_VARIABLE } from '#tests/support/database.ts'
import type { PostgresServer } from '#tests/support/postgres.ts'
import { startForTests } from '#tests/support/postgres-setup.ts'
import { demoDevices, TestService } from '#tests/support/service.ts'

const { gate, shop } = demoDevices
const ofAll = process.env[POSTGRES_VARIABLE]
let server: PostgresServer

beforeAll(async () => {
  server = await startForTests()
})
afterAll(async () => {
  // Files that come after this one in the same process go on with the server of all.
  process.env[POSTGRES_VARIABLE] = ofAll
  await server.stop()
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
