import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { deviceHistory } from '#contract/calls/device/device-history.ts'
import { deviceList, deviceOrders, type DevicePlace } from '#contract/calls/device/device-list.ts'
import { deviceUnbind } from '#contract/calls/device/device-unbind.ts'
import type { InputOf } from '#contract/define-call.ts'
import { deviceStatuses, deviceTypes } from '#contract/enums.ts'
import { addFleet, fleetSn } from '#tests/support/fleet.ts'
import { demoDevices, TestService } from '#tests/support/service.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'

const { gate } = demoDevices
const DAY_MS = 24 * 60 * 60_000
const FLEET = 23
let service: TestService
let admin: ServiceClient

beforeAll(async () => {
  service = await TestService.start()
  admin = await service.signIn('admin')
  await service.edit(async (db) => {
    await addFleet(db, { devices: FLEET, channels: FLEET })
    // Several are alike by what they are sorted by: their serial numbers decide.
    for (let index = 0; index < FLEET; index += 1) {
      const changed = { name: `Recorder ${index % 4}`, model: `M${index % 3}`, version: `${index % 2}.0`, dev_type: deviceTypes.nvr }
      const status = index % 5 === 0 ? deviceStatuses.offline : deviceStatuses.online
      const sinceMs = service.now - (index % 6) * 1_000
      await db
        .updateTable('device')
        .set({ ...changed, status, status_since_ms: sinceMs })
        .where('sn', '=', fleetSn(index))
        .execute()
    }
  })
})
afterAll(() => service.close())

type Wanted = Partial<InputOf<typeof deviceList>>
const first = (wanted: Wanted = {}, client = admin) =>
  client.call(deviceList, { order: 'name', isDescending: false, limit: 100, ...wanted })

/** All pages one after the other; `between` happens after each. */
async function whole(wanted: Wanted, between: () => Promise<unknown> = async () => {}) {
  const sns: string[] = []
  let after: DevicePlace | undefined
  for (;;) {
    const page = await first({ ...wanted, limit: 4, ...(after && { after }) })
    sns.push(...page.devices.map(({ sn }) => sn))
    if (page.next === null) return sns
    after = page.next
    await between()
  }
}

test('the list of devices is the same in pages as in one piece, in every order and both ways, with every device once', async () => {
  for (const order of deviceOrders) {
    const up = await whole({ order })
    expect(new Set(up).size).toBe(up.length)
    expect(up).toEqual((await first({ order })).devices.map(({ sn }) => sn))
    expect(await whole({ order, isDescending: true })).toEqual(up.toReversed())
  }
})

test('a device that changes its name while the list is read moves none of the others out of it', async () => {
  const before = await whole({ order: 'name' })
  let rounds = 0
  const moved = fleetSn(7)
  const during = await whole({ order: 'name' }, async () => {
    rounds += 1
    const name = rounds % 2 === 0 ? 'Aaa' : 'Zzz'
    await service.edit((db) => db.updateTable('device').set({ name }).where('sn', '=', moved).execute())
  })
  const others = (sns: readonly string[]) => sns.filter((sn) => sn !== moved)
  expect(others(during)).toEqual(others(before))
  await service.edit((db) => db.updateTable('device').set({ name: 'Recorder 3' }).where('sn', '=', moved).execute())
})

test('what is filtered is counted, and models and versions are those that the person sees', async () => {
  const all = await first()
  expect(all.total).toBe(all.devices.length)
  expect(all.models).toEqual(expect.arrayContaining(['M0', 'M1', 'M2']))
  const some = await first({ search: 'recorder 1', model: 'M1', statuses: [deviceStatuses.online] })
  expect(some.devices.length).toBeGreaterThan(0)
  expect(some.total).toBe(some.devices.length)
  for (const device of some.devices)
    expect(device).toMatchObject({ name: 'Recorder 1', model: 'M1', status: deviceStatuses.online, devType: deviceTypes.nvr })
  const sites = await first({ siteIds: ['harbor-shop'], version: '1.0' })
  expect(new Set(sites.devices.map(({ siteId }) => siteId))).toEqual(new Set(['harbor-shop']))
  await service.edit((db) => db.updateTable('channel').set({ is_open: 0 }).where('sn', '=', fleetSn(3)).execute())
  expect((await first({ hasClosed: true })).devices.map(({ sn }) => sn)).toContain(fleetSn(3))
  expect((await first({ hasClosed: false })).devices.map(({ sn }) => sn)).not.toContain(fleetSn(3))
})

test('a person sees devices of their sites alone, whatever place they name, and a stranger none of them', async () => {
  const guard = await service.signIn('guard')
  const { devices } = await first({}, guard)
  expect(devices.length).toBeGreaterThan(0)
  expect(new Set(devices.map(({ siteId }) => siteId))).not.toContain('harbor-warehouse')
  const stranger = await service.signIn('stranger')
  const made = await first({ after: { key: '', serialNumber: gate.sn } }, stranger)
  expect(made.devices.filter(({ siteId }) => siteId.startsWith('harbor'))).toEqual([])
  // A place that is of another order compares with nothing that it is not.
  expect((await first({ order: 'since', after: { key: 'nonsense', serialNumber: gate.sn } })).devices.length).toBeGreaterThan(0)
})

test('when a device came and went is kept for its strip, and ends with its binding', async () => {
  service.advance(60_000)
  const agent = await service.connectDevice(gate)
  const history = () => admin.call(deviceHistory, { sn: gate.sn })
  await vi.waitFor(async () => expect((await history()).spans.at(-1)?.status).toBe(deviceStatuses.online))
  service.advance(2 * 60 * 60_000)
  admin = await service.signIn('admin')
  await agent.stop()
  // It ran all the time: only its clock was set ahead.
  await service.edit((db) => db.updateTable('service_run').set({ seen_ms: service.now }).execute())
  await vi.waitFor(async () => expect((await history()).spans.at(-1)?.status).toBe(deviceStatuses.offline))
  const { fromMs, toMs, spans, onlineShare } = await history()
  expect(toMs - fromMs).toBe(30 * DAY_MS)
  expect(spans[0]).toEqual({ startMs: fromMs, status: deviceStatuses.unknown })
  expect(onlineShare).toBeGreaterThan(0)
  expect((await (await service.signIn('stranger')).failure(deviceHistory, { sn: gate.sn })).code).toBe(33003)
  expect((await admin.failure(deviceHistory, { sn: gate.sn, chlIndex: 99 })).code).toBe(33005)
  await admin.call(deviceUnbind, { sn: gate.sn })
  const kept = await service.edit((db) => db.selectFrom('status_change').where('sn', '=', gate.sn).select('at_ms').execute())
  expect(kept).toEqual([])
})
