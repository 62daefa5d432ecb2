import { afterAll, beforeAll, expect, test } from 'vitest'
import { deviceBind } from '#contract/calls/device/device-bind.ts'
import { deviceDetail } from '#contract/calls/device/device-detail.ts'
import type { ManyChange } from '#contract/calls/device/many-change.ts'
import { manyChangeCallOff } from '#contract/calls/device/many-change-call-off.ts'
import { manyChangeGet } from '#contract/calls/device/many-change-get.ts'
import { manyChangeList } from '#contract/calls/device/many-change-list.ts'
import { manyChangeRetry } from '#contract/calls/device/many-change-retry.ts'
import { manyChangeStart } from '#contract/calls/device/many-change-start.ts'
import { devNotifyDetail } from '#contract/calls/event/dev-notify-detail.ts'
import { siteUserAssign } from '#contract/calls/device/site-user-assign.ts'
import { Refusal, type CommandHandlers } from '#device/agent/command-handlers.ts'
import type { DeviceAgent } from '#device/agent/device-agent.ts'
import { OTHER_DEVICE } from '#tests/support/other-organization.ts'
import { channel, demoDevices, TestService } from '#tests/support/service.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'

const PATIENCE = { timeout: 20_000, interval: 100 }
const { gate, shop, warehouse } = demoDevices
const language = { kind: 'language', language: 'de-DE' } as const satisfies ManyChange
let service: TestService
let admin: ServiceClient
const extra: { sn: string; securityCode: string }[] = []

beforeAll(async () => {
  service = await TestService.start()
  admin = await service.signIn('admin')
})
afterAll(() => service.close())

/** Another device of the gate, which can do this. */
async function device(number: number, commands: CommandHandlers): Promise<DeviceAgent> {
  const one = { sn: `MANY${String(number).padStart(6, '0')}`, securityCode: `MANYCODE${number}` }
  extra.push(one)
  const agent = await service.connectDevice(one, [channel(0)], commands)
  await admin.call(deviceBind, { ...one, siteId: 'harbor-gate' })
  return agent
}
const taking = (taken: string[], name: string): CommandHandlers => ({
  'general-set': (change) => {
    taken.push(`${name} ${change.language ?? change.timeZone}`)
    return { name, language: change.language ?? 'en-US' }
  },
})
const read = (jobId: string, client = admin) => client.call(manyChangeGet, { jobId })
async function ended(jobId: string) {
  await expect.poll(async () => (await read(jobId)).endedMs, PATIENCE).not.toBeNull()
  return read(jobId)
}
const states = ({ lines }: Awaited<ReturnType<typeof read>>) => lines.map(({ state, code, field }) => [state, code, field])

test('each device is changed, or says why not: offline, refused, not able to, gone away in the middle', async () => {
  const taken: string[] = []
  await device(1, taking(taken, 'first'))
  await device(2, {
    'general-set': () => {
      throw new Refusal('bad-value', 'language')
    },
  })
  await device(3, { reboot: () => null })
  const leaving: DeviceAgent = await device(4, {
    'general-set': () => {
      leaving.goAway(500)
      return new Promise(() => {})
    },
  })
  const sns = [...extra.map(({ sn }) => sn), shop.sn]
  const { jobId } = await admin.call(manyChangeStart, { sns: [...sns, sns[0] ?? ''], change: language })
  const report = await ended(jobId)
  expect(states(report)).toEqual([
    ['done', null, null],
    ['failed', 33023, 'language'],
    ['failed', 33022, null],
    ['failed', 33831, null],
    ['failed', 7062, null],
  ])
  expect(report.lines.map(({ sn }) => sn)).toEqual(sns)
  expect(report).toMatchObject({ state: 'ended', change: language })
  expect(taken).toEqual(['first de-DE'])
  const statusOf = async (index: number) => (await admin.call(deviceDetail, { sn: sns[index] ?? '' })).configStatus
  expect([await statusOf(0), await statusOf(3)]).toEqual(['applied', 'failed'])

  const { changes } = await admin.call(manyChangeList, {})
  expect(changes[0]).toMatchObject({ jobId, total: 5, done: 1, failed: 4 })

  // What is there by now is done at the next try, and nothing a second time.
  await service.connectDevice(shop, [channel(0)], taking(taken, 'shop'))
  await admin.call(manyChangeRetry, { jobId })
  expect((await read(jobId)).state).toBe('running')
  expect(states(await ended(jobId)).map(([state]) => state)).toEqual(['done', 'failed', 'failed', 'failed', 'done'])
  expect(taken).toEqual(['first de-DE', 'shop de-DE'])
})

test('only some are under way at a time, and when it is called off the others are left as they are', async () => {
  const waiting: (() => void)[] = []
  const begun: string[] = []
  const first = extra.length
  for (let number = 10; number < 22; number += 1) {
    await device(number, {
      'general-set': (change) => {
        begun.push(String(number))
        return new Promise((resolve) => waiting.push(() => resolve({ name: 'slow', language: change.language })))
      },
    })
  }
  const sns = extra.slice(first).map(({ sn }) => sn)
  const { jobId } = await admin.call(manyChangeStart, { sns, change: language })
  await expect.poll(() => begun.length, PATIENCE).toBe(8)
  await admin.call(manyChangeCallOff, { jobId })
  expect((await read(jobId)).lines.filter(({ state }) => state === 'called-off').length).toBe(4)
  expect((await read(jobId)).state).toBe('called-off')
  for (const answer of waiting.splice(0)) answer()
  const report = await ended(jobId)
  expect(report.state).toBe('called-off')
  expect(report.lines.filter(({ state }) => state === 'done').length).toBe(8)
  expect(begun.length).toBe(8)

  await admin.call(manyChangeRetry, { jobId })
  await expect.poll(() => waiting.length, PATIENCE).toBe(4)
  // Devices lose a service that ends, and nobody knows whether they have done it.
  await service.restart()
  admin = await service.signIn('admin')
  expect((await ended(jobId)).lines.filter(({ code }) => code === 33831).length).toBe(4)
  // One that is killed leaves them behind as they were.
  await service.edit(async (db) => {
    await db.updateTable('many_change').where('id', '=', jobId).set({ state: 'running', ended_ms: null }).execute()
    const left = db.updateTable('many_change_line').where('change_id', '=', jobId).where('position', '=', 0)
    await left.set({ state: 'running', code: null, lease_until_ms: service.now + 1_000 }).execute()
  })
  expect((await read(jobId)).lines[0]?.state).toBe('running')
  service.advance(2_000)
  expect((await ended(jobId)).lines[0]).toMatchObject({ state: 'failed', code: 33832 })
})

test('a restart is done when the device is back, and it is said when it stays away', async () => {
  const agent = await service.connectDevice(gate, [channel(0)], {
    reboot: () => {
      setTimeout(() => agent.goAway(300), 50)
      return null
    },
  })
  const { jobId } = await admin.call(manyChangeStart, { sns: [gate.sn], change: { kind: 'reboot' } })
  expect(states(await ended(jobId))).toEqual([['done', null, null]])

  const lost = await service.connectDevice(warehouse, [channel(0)], {
    reboot: () => {
      setTimeout(() => lost.setReachable(false), 50)
      return null
    },
  })
  const again = await admin.call(manyChangeStart, { sns: [warehouse.sn], change: { kind: 'reboot' } })
  await expect.poll(async () => (await read(again.jobId)).lines[0]?.state, PATIENCE).toBe('running')
  await expect.poll(() => lost.isHeard, PATIENCE).toBe(false)
  service.advance(11 * 60_000)
  expect(states(await ended(again.jobId))).toEqual([['failed', 33833, null]])
})

test('who is told of outages is set for devices that are offline, too', async () => {
  const notify = { isEnabled: true, kinds: ['device-offline' as const], emails: ['night@harbor.example'], alertIntervalS: 60 as const }
  const { jobId } = await admin.call(manyChangeStart, { sns: [warehouse.sn, gate.sn], change: { kind: 'notify', ...notify } })
  expect(states(await ended(jobId))).toEqual([
    ['done', null, null],
    ['done', null, null],
  ])
  expect((await admin.call(devNotifyDetail, { sn: warehouse.sn })).notify).toEqual({ sn: warehouse.sn, ...notify })
})

test('recordings are kept for other days at all cameras of a device; one that cannot be told says so', async () => {
  const told: unknown[] = []
  const channels = [0, 1].map((chlIndex) => ({ chlIndex, mode: 'events' as const, keep: { days: chlIndex === 0 ? 7 : 30, gigabytes: 50 } }))
  await device(40, {
    'record-get': () => ({ channels }),
    'record-set': (change) => {
      told.push(change)
      return { channels }
    },
  })
  await device(41, { 'record-get': () => ({ channels: [{ chlIndex: 0, mode: 'off' }] }) })
  const sns = extra.slice(-2).map(({ sn }) => sn)
  const { jobId } = await admin.call(manyChangeStart, { sns, change: { kind: 'retention', days: 7 } })
  expect(states(await ended(jobId))).toEqual([
    ['done', null, null],
    ['failed', 33022, null],
  ])
  expect(told).toEqual([{ chlIndex: 1, mode: 'events', keep: { days: 7, gigabytes: 50 } }])
})

test('it is done by the rights of whoever began it, at the moment of each device, and is theirs alone', async () => {
  const manager = await service.signIn('manager')
  expect((await manager.failure(manyChangeStart, { sns: [shop.sn, OTHER_DEVICE.sn], change: language })).code).toBe(33003)
  const { jobId } = await manager.call(manyChangeStart, { sns: [shop.sn], change: language })
  await expect.poll(async () => (await read(jobId, manager)).endedMs, PATIENCE).not.toBeNull()
  expect((await admin.failure(manyChangeGet, { jobId })).code).toBe(33834)
  for (const call of [manyChangeCallOff, manyChangeRetry]) expect((await admin.failure(call, { jobId })).code).toBe(33834)

  // Only watching by now.
  await admin.call(siteUserAssign, {
    siteId: 'harbor-shop',
    users: [{ userId: 'harbor-manager', role: 'site-operator' }],
  })
  await admin.call(siteUserAssign, {
    siteId: 'harbor-gate',
    users: [
      { userId: 'harbor-manager', role: 'site-administrator' },
      { userId: 'harbor-operator', role: 'site-operator' },
      { userId: 'harbor-guard', role: 'live-only' },
    ],
  })
  const refused = await manager.call(manyChangeStart, { sns: [shop.sn], change: language })
  await expect.poll(async () => (await read(refused.jobId, manager)).endedMs, PATIENCE).not.toBeNull()
  expect(states(await read(refused.jobId, manager))).toEqual([['failed', 33001, null]])
})

test('an organization has five under way at the most', async () => {
  await device(30, { 'general-set': () => new Promise(() => {}) })
  const sns = [extra.at(-1)?.sn ?? '']
  for (let begun = 0; begun < 5; begun += 1) await admin.call(manyChangeStart, { sns, change: language })
  expect((await admin.failure(manyChangeStart, { sns, change: language })).code).toBe(33835)
})
