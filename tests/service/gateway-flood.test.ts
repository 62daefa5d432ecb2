import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deviceBind } from '#contract/calls/device/device-bind.ts'
import { devicePage } from '#contract/calls/device/device-page.ts'
import { deviceStatuses, deviceTypes } from '#contract/enums.ts'
import { tenantLimits } from '#server/access/tenant-limits.ts'
import { GatewayProbe } from '#tests/support/gateway-probe.ts'
import { keptAgentKey } from '#tests/support/kept-agent-key.ts'
import { channel, demoDevices, TestService } from '#tests/support/service.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'

const { shop, warehouse } = demoDevices
const LISTS = 300
let service: TestService
let admin: ServiceClient

beforeAll(async () => {
  service = await TestService.start()
  admin = await service.signIn('admin')
})
afterAll(() => service.close())

/** The most channels that a list may have, all with this name. */
const list = (name: string) => Array.from({ length: 256 }, (_, chlIndex) => channel(chlIndex, { name }))

async function enrol(sn: string, code: string): Promise<GatewayProbe> {
  const key = await keptAgentKey({ sn, securityCode: code })
  const probe = await GatewayProbe.open(service.url)
  await probe.hello(sn, key, [channel(0, { name: 'The only one' })])
  await probe.first('enrol')
  probe.say({ kind: 'enrol', key })
  await probe.first('welcome')
  return probe
}

test('a stranger who floods lists of channels without having signed in has none of them written', async () => {
  const [sn, securityCode] = ['FLOODER001', 'FLOODCODE1']
  const stranger = await enrol(sn, securityCode)
  for (let count = 0; count < 20; count += 1) stranger.say({ kind: 'channels', channels: list(`Flood ${count}`) })
  await stranger.wasHeard()
  // Binding waits for whatever the service does about this device.
  expect(await admin.call(deviceBind, { sn, securityCode, siteId: 'harbor-gate' })).toMatchObject({ channelTotal: 1 })
  // What it says from now on counts.
  await stranger.first('bound')
  stranger.say({ kind: 'channels', channels: [channel(0), channel(1)] })
  const total = async () => (await admin.call(devicePage, { pageNum: 1, pageSize: 100 })).devices.find((one) => one.sn === sn)?.channelTotal
  await expect.poll(total).toBe(2)
  stranger.socket.close()
})

test('a stranger cannot come back again and again with other channels', async () => {
  const key = await keptAgentKey({ sn: 'RETURNS001', securityCode: 'RETURNCODE' })
  const first = await enrol('RETURNS001', 'RETURNCODE')
  first.socket.close()
  const answers: string[] = []
  for (let count = 0; count < tenantLimits.gateway.unboundConnects.calls; count += 1) {
    const probe = await GatewayProbe.open(service.url)
    await probe.hello('RETURNS001', key)
    const answer = await Promise.race([probe.first('welcome'), probe.first('refused')])
    answers.push(answer.kind === 'refused' ? answer.reason : answer.kind)
    probe.socket.close()
  }
  expect(answers.filter((answer) => answer === 'welcome').length).toBe(tenantLimits.gateway.unboundConnects.calls - 1)
  expect(answers.at(-1)).toBe('too-many-attempts')
})

test('of a flood of lists the newest counts, each is written whole, and people are told a few times', { timeout: 60_000 }, async () => {
  const watcher = await service.openPush(admin)
  const probe = await GatewayProbe.open(service.url)
  await probe.hello(warehouse.sn, await keptAgentKey(warehouse), list('First'))
  await probe.first('welcome')
  const toldBefore = watcher.heard.filter(({ infoType }) => infoType === 'assets-changed').length
  const db = await service.openDatabase()
  const names = async () => {
    const rows = await db.selectFrom('channel').where('sn', '=', warehouse.sn).select('name').distinct().execute()
    return rows.map(({ name }) => name)
  }
  for (let count = 1; count <= LISTS; count += 1)
    probe.say({ kind: 'channels', channels: list(count === LISTS ? 'Last' : `Flood ${count}`) })
  const seen = new Set<number>()
  await expect
    .poll(
      async () => {
        const now = await names()
        seen.add(now.length)
        return now
      },
      { timeout: 50_000, interval: 5 },
    )
    .toEqual(['Last'])
  // Nobody ever sees a list half written.
  expect([...seen]).toEqual([1])
  const told = watcher.heard.filter(({ infoType }) => infoType === 'assets-changed').length - toldBefore
  expect(told).toBeLessThan(LISTS / 10)
  await db.destroy()
  probe.socket.close()
})

test('a device that says more than it may is told so, and its connection ends', async () => {
  const probe = await GatewayProbe.open(service.url)
  await probe.hello(shop.sn, await keptAgentKey(shop), [channel(0)])
  await probe.first('welcome')
  for (let count = 0; count < 2 * tenantLimits.gateway.messages.burst; count += 1)
    probe.say({ kind: 'stream-failed', streamId: 1, fault: 'offline' })
  expect(await probe.first('refused')).toEqual({ kind: 'refused', reason: 'too-many-messages' })
  expect(await probe.closed).toBe(1008)
})

test('strangers who fill the service with devices keep no newcomer out', async () => {
  await service.edit(async (db) => {
    const rows = Array.from({ length: tenantLimits.gateway.unboundDevices }, (_, count) => ({
      sn: `CROWD${String(count).padStart(5, '0')}`,
      key_hex: randomBytes(32).toString('hex'),
      organization_id: null,
      site_id: null,
      name: 'Crowd',
      dev_type: deviceTypes.ipc,
      model: '',
      version: '',
      status: deviceStatuses.offline,
      status_since_ms: service.now - 1_000 + count,
    }))
    for (let from = 0; from < rows.length; from += 100)
      await db
        .insertInto('device')
        .values(rows.slice(from, from + 100))
        .execute()
  })
  const newcomer = await enrol('NEWCOMER01', 'NEWCODE01')
  expect(await newcomer.first('welcome')).toEqual({ kind: 'welcome', isBound: false })
  newcomer.socket.close()
})
