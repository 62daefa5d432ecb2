import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { configDeviceGet } from '#contract/calls/device/config-device-get.ts'
import { configDeviceSet } from '#contract/calls/device/config-device-set.ts'
import { devCmdCheck } from '#contract/calls/device/dev-cmd-check.ts'
import { devCmdExecute } from '#contract/calls/device/dev-cmd-execute.ts'
import { deviceBind } from '#contract/calls/device/device-bind.ts'
import { deviceDetail } from '#contract/calls/device/device-detail.ts'
import { deviceInfoGet } from '#contract/calls/device/device-info-get.ts'
import { deviceLogsGet } from '#contract/calls/device/device-logs-get.ts'
import { deviceLogsList } from '#contract/calls/device/device-logs-list.ts'
import { deviceRedirectGet } from '#contract/calls/device/device-redirect-get.ts'
import { deviceSecurityCodeUpdate } from '#contract/calls/device/device-security-code-update.ts'
import { deviceUnbind } from '#contract/calls/device/device-unbind.ts'
import { siteUserAssign } from '#contract/calls/device/site-user-assign.ts'
import type { ToDevice } from '#contract/device-gateway.ts'
import { deviceTypes } from '#contract/enums.ts'
import { Refusal, type CommandHandlers } from '#device/agent/command-handlers.ts'
import type { DeviceAgent } from '#device/agent/device-agent.ts'
import { deviceKey } from '#device/agent/identity.ts'
import { GatewayProbe } from '#tests/support/gateway-probe.ts'
import { OTHER_DEVICE } from '#tests/support/other-organization.ts'
import { channel, demoDevices, TestService } from '#tests/support/service.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'

const { gate, shop, warehouse } = demoDevices
const network = { isDhcp: false, ip: '10.0.0.20', subnetMask: '255.255.255.0', gateway: '10.0.0.1', dns: '10.0.0.1' }
let service: TestService
let admin: ServiceClient
let operator: ServiceClient
let agent: DeviceAgent
let codes: string[]

/** A device that remembers what it was told. */
const commands: CommandHandlers = {
  reboot: () => null,
  'log-collect': () => null,
  'general-get': () => ({ name: 'Gate', language: 'en-US' }),
  'general-set': (change) => {
    if (change.timeZone !== undefined) throw new Refusal('bad-value', 'timeZone')
    return { name: change.name ?? 'Gate', language: change.language ?? 'en-US' }
  },
  'network-get': () => network,
  'network-set': (wanted) => wanted,
  'storage-info': () => ({ disks: [{ diskId: 'hdd-1', model: 'T', status: 'normal', totalBytes: 4e12, freeBytes: 1e12 }], raid: null }),
  'disk-format': ({ diskId }) => {
    if (diskId !== 'hdd-1') throw new Refusal('not-found', 'diskId')
    return null
  },
  'sd-format': () => {
    throw new Error('the card is stuck')
  },
  'security-code-set': ({ securityCode }) => {
    codes.push(securityCode)
    agent.changeIdentity({ securityCode })
    return null
  },
  'page-get': () => ({ url: 'http://10.0.0.20/' }),
}

beforeAll(async () => {
  codes = []
  service = await TestService.start()
  admin = await service.signIn('admin')
  operator = await service.signIn('operator')
  agent = await service.connectDevice(gate, [channel(0), channel(1)], commands)
})
afterAll(() => service.close())

const execute = (
  client: ServiceClient,
  sn: string,
  name: 'reboot' | 'upgrade' | 'log-collect' | 'storage-info' | 'sd-status' | 'sd-format',
) => client.failure(devCmdExecute, { sn, command: { name } })
const detail = (sn: string) => admin.call(deviceDetail, { sn })
/** Takes the device away, and waits until it is back. */
async function reconnect(): Promise<void> {
  const { statusSinceMs } = (await detail(gate.sn)).device
  agent.goAway(50)
  await expect
    .poll(
      async () => {
        const { device } = await detail(gate.sn)
        return device.status === 1 && device.statusSinceMs > statusSinceMs
      },
      { timeout: 15_000 },
    )
    .toBe(true)
}

/** A device whose answers the test gives by hand. */
async function probeOf(device: { sn: string; securityCode: string }, names: string[]): Promise<GatewayProbe> {
  const probe = await GatewayProbe.open(service.url)
  await probe.hello(device.sn, await deviceKey(device.sn, device.securityCode), [channel(0)], names)
  await probe.first('welcome')
  return probe
}

describe('a command', () => {
  test('travels to the device and its answer back', async () => {
    expect(await admin.call(devCmdExecute, { sn: gate.sn, command: { name: 'storage-info' } })).toMatchObject({
      name: 'storage-info',
      result: { disks: [{ diskId: 'hdd-1', freeBytes: 1e12 }], raid: null },
    })
    expect(await admin.call(devCmdExecute, { sn: gate.sn, command: { name: 'disk-format', diskId: 'hdd-1' } })).toEqual({
      name: 'disk-format',
      result: null,
    })
  })

  test('fails with the very reason', async () => {
    expect(await admin.failure(devCmdExecute, { sn: gate.sn, command: { name: 'disk-format', diskId: 'hdd-9' } })).toEqual({
      code: 33029,
      detail: { field: 'diskId' },
    })
    expect((await execute(admin, gate.sn, 'sd-format')).code).toBe(33024)
    expect((await execute(admin, gate.sn, 'upgrade')).code).toBe(33022)
    expect((await execute(admin, shop.sn, 'reboot')).code).toBe(7062)
    expect((await execute(admin, 'NOSUCH0001', 'reboot')).code).toBe(33003)
    expect((await execute(admin, OTHER_DEVICE.sn, 'reboot')).code).toBe(33003)
    expect((await admin.failure(devCmdExecute, { sn: gate.sn, command: { name: 'disk-format', diskId: '../hdd' } })).code).toBe(1000)
  })

  test('needs the right to configure all of the device', async () => {
    const both = [{ userId: 'harbor-guard', role: 'site-operator' as const }]
    expect((await execute(operator, gate.sn, 'storage-info')).code).toBe(5000)
    await admin.call(siteUserAssign, { siteId: 'harbor-gate', users: [...both, { userId: 'harbor-operator', role: 'site-administrator' }] })
    expect((await execute(operator, gate.sn, 'storage-info')).code).toBe(200)
    const role = { user_id: 'harbor-operator', sn: gate.sn, chl_index: 1 }
    await service.edit((db) =>
      db
        .insertInto('user_channel_role')
        .values({ ...role, role: 'live-only' })
        .execute(),
    )
    expect((await execute(operator, gate.sn, 'storage-info')).code).toBe(33001)
    expect((await operator.failure(configDeviceGet, { sn: gate.sn, section: 'network' })).code).toBe(33001)
    await service.edit((db) => db.deleteFrom('user_channel_role').execute())
    expect((await execute(operator, shop.sn, 'storage-info')).code).toBe(33003)
  })

  test('that the device does not answer within ten seconds fails, and a late answer is nothing', async () => {
    const probe = await probeOf(warehouse, ['storage-info'])
    const asked = admin.failure(devCmdExecute, { sn: warehouse.sn, command: { name: 'storage-info' } })
    const { commandId } = await probe.first('command')
    service.advance(9_000)
    service.advance(1_000)
    expect((await asked).code).toBe(33007)
    probe.say({ kind: 'command-result', commandId, outcome: { ok: true, result: { disks: [], raid: null } } })
    expect((await detail(warehouse.sn)).device.status).toBe(1)
    probe.socket.close()
    await probe.closed
  })

  test('that the device answers with nonsense, or leaves without an answer, fails', async () => {
    const probe = await probeOf(warehouse, ['storage-info'])
    const first = admin.failure(devCmdExecute, { sn: warehouse.sn, command: { name: 'storage-info' } })
    const { commandId } = await probe.first('command')
    probe.say({ kind: 'command-result', commandId, outcome: { ok: true, result: { disks: 'many' } } })
    expect((await first).code).toBe(33007)
    const next = once(probe.socket, 'message')
    const second = admin.failure(devCmdExecute, { sn: warehouse.sn, command: { name: 'storage-info' } })
    await next
    probe.socket.terminate()
    expect((await second).code).toBe(7062)
    await expect.poll(async () => (await detail(warehouse.sn)).device.status).toBe(2)
  })

  test('of one device is not answered by another', async () => {
    const probe = await probeOf(warehouse, ['storage-info'])
    const other = await probeOf(shop, [])
    const asked = admin.failure(devCmdExecute, { sn: warehouse.sn, command: { name: 'storage-info' } })
    const { commandId } = await probe.first('command')
    const result = { disks: [], raid: null }
    other.say({ kind: 'command-result', commandId, outcome: { ok: true, result: { disks: 'stolen' } } })
    // The channels come after the answer, and are read after it.
    other.say({ kind: 'channels', channels: [channel(0), channel(1)] })
    await expect.poll(async () => (await detail(shop.sn)).channels.length).toBe(2)
    probe.say({ kind: 'command-result', commandId, outcome: { ok: true, result } })
    expect((await asked).code).toBe(200)
    for (const one of [probe, other]) {
      one.socket.close()
      await one.closed
    }
  })
})

describe('what a device is busy with', () => {
  test('is told, step by step, and keeps other changes away', async () => {
    const push = await service.openPush(operator)
    expect(await admin.call(devCmdCheck, { sn: gate.sn, name: 'reboot' })).toMatchObject({ isPossible: true, code: null, activity: 'idle' })
    await admin.call(devCmdExecute, { sn: gate.sn, command: { name: 'log-collect' } })
    expect((await push.next('device-activity')).infoContent).toMatchObject({ sn: gate.sn, activity: 'log-collecting', progress: null })
    agent.reportWork({ kind: 'activity', activity: 'log-collecting', progress: 50 })
    expect((await push.next('device-activity')).infoContent).toMatchObject({ activity: 'log-collecting', progress: 50 })
    expect((await execute(admin, gate.sn, 'reboot')).code).toBe(6000)
    expect((await execute(admin, gate.sn, 'storage-info')).code).toBe(200)
    expect(await admin.call(devCmdCheck, { sn: gate.sn, name: 'reboot' })).toMatchObject({ isPossible: false, code: 6000, progress: 50 })
    // An upgrade cannot follow; it is not believed.
    agent.reportWork({ kind: 'activity', activity: 'upgrading', progress: 10 })
    agent.reportWork({ kind: 'activity', activity: 'log-uploading', progress: null })
    expect((await push.next('device-activity')).infoContent).toMatchObject({ activity: 'log-uploading' })
    agent.reportWork({ kind: 'log', fileName: 'gate.log', text: 'day one\n第二天\n' })
    agent.reportWork({ kind: 'activity', activity: 'idle', progress: null })
    expect((await push.next('device-activity')).infoContent).toMatchObject({ activity: 'idle' })
    // What a device is busy with goes another way than its log: either may be there first.
    await expect.poll(async () => (await admin.call(deviceLogsList, { sn: gate.sn })).logs).toHaveLength(1)
    const { logs } = await admin.call(deviceLogsList, { sn: gate.sn })
    expect(logs).toMatchObject([{ fileName: 'gate.log', sizeBytes: 18 }])
    expect(await admin.call(deviceLogsGet, { logId: logs[0]?.logId ?? '' })).toEqual({ fileName: 'gate.log', text: 'day one\n第二天\n' })
    const stranger = await service.signIn('stranger')
    expect((await stranger.failure(deviceLogsGet, { logId: logs[0]?.logId ?? '' })).code).toBe(404)
    expect((await stranger.failure(deviceLogsList, { sn: gate.sn })).code).toBe(33003)
    push.close()
  })

  test('is nothing any more when it says nothing for five minutes, or connects anew', async () => {
    await admin.call(devCmdExecute, { sn: gate.sn, command: { name: 'reboot' } })
    expect((await detail(gate.sn)).activity.activity).toBe('rebooting')
    await reconnect()
    await expect.poll(async () => (await detail(gate.sn)).activity.activity).toBe('idle')
    await admin.call(devCmdExecute, { sn: gate.sn, command: { name: 'reboot' } })
    service.advance(5 * 60_000)
    await expect.poll(async () => (await detail(gate.sn)).activity.activity).toBe('idle')
  })

  test('keeps the last ten logs', async () => {
    for (let index = 1; index <= 12; index += 1) {
      service.advance(1)
      agent.reportWork({ kind: 'log', fileName: `log-${index}`, text: 'x' })
    }
    const names = async () => (await admin.call(deviceLogsList, { sn: gate.sn })).logs.map(({ fileName }) => fileName)
    await expect.poll(async () => (await names()).includes('log-12')).toBe(true)
    expect(await names()).toHaveLength(10)
    expect(await names()).not.toContain('gate.log')
  })
})

describe('settings of a device', () => {
  test('are asked of it, changed in it, and its new name is the one that people see', async () => {
    expect(await admin.call(configDeviceGet, { sn: gate.sn, section: 'network' })).toEqual({ section: 'network', value: network })
    const change = { section: 'general', value: { name: 'West gate', language: 'zh-CN' } } as const
    expect(await admin.call(configDeviceSet, { sn: gate.sn, change })).toEqual({ section: 'general', value: change.value })
    expect(await detail(gate.sn)).toMatchObject({ device: { name: 'West gate' }, configStatus: 'applied' })
    const refused = { section: 'general', value: { timeZone: 'GMT+13:00 Tongatapu' } } as const
    expect(await admin.failure(configDeviceSet, { sn: gate.sn, change: refused })).toEqual({ code: 33023, detail: { field: 'timeZone' } })
    expect((await detail(gate.sn)).configStatus).toBe('failed')
  })

  test('are refused before they travel when they cannot be', async () => {
    const set = async (value: object) => {
      const change = { section: 'network', value: { ...network, ...value } } as const
      return (await admin.failure(configDeviceSet, { sn: gate.sn, change })).detail.field
    }
    expect(await set({ ip: '10.0.0.256' })).toBe('change.value.ip')
    expect(await set({ subnetMask: '255.0.255.0' })).toBe('change.value.subnetMask')
    expect(await set({ subnetMask: '0.0.0.0' })).toBe('change.value.subnetMask')
    expect(await set({ gateway: '10.0.1.1' })).toBe('change.value.gateway')
    expect(await set({ subnetMask: '255.255.254.0', gateway: '10.0.1.1' })).toBeUndefined()
    const nothing = { section: 'general', value: {} } as const
    expect((await admin.failure(configDeviceSet, { sn: gate.sn, change: nothing })).detail.field).toBe('change.value')
    const longName = { section: 'general', value: { name: 'x'.repeat(33) } } as const
    expect((await admin.failure(configDeviceSet, { sn: gate.sn, change: longName })).detail.field).toBe('change.value.name')
  })

  test('are known after it has gone, and the network only to those who configure it', async () => {
    const guard = await service.signIn('guard')
    const told = await admin.call(deviceInfoGet, { sn: gate.sn })
    expect(told).toMatchObject({ general: { name: 'Gate' }, network, storage: { raid: null }, sd: null })
    expect((await guard.call(deviceInfoGet, { sn: gate.sn })).network).toBeNull()
    expect((await admin.failure(deviceInfoGet, { sn: shop.sn })).code).toBe(7062)
    expect((await admin.failure(deviceInfoGet, { sn: OTHER_DEVICE.sn })).code).toBe(33003)
    await agent.stop()
    await expect.poll(async () => (await detail(gate.sn)).device.status).toBe(2)
    expect((await admin.failure(configDeviceGet, { sn: gate.sn, section: 'recording' })).code).toBe(7062)
    const change = { section: 'recording', value: { chlIndex: 0, mode: 'off' } } as const
    expect((await admin.failure(configDeviceSet, { sn: gate.sn, change })).code).toBe(7062)
    const { asOfMs, ...known } = await admin.call(deviceInfoGet, { sn: gate.sn })
    expect({ ...told, ...known }).toEqual(told)
    expect(asOfMs).toBeLessThanOrEqual(service.now)
    agent = await service.connectDevice(gate, [channel(0), channel(1)], commands)
    await expect.poll(async () => (await detail(gate.sn)).device.status).toBe(1)
  })
})

describe('the page of a device', () => {
  test('is reached once, within thirty seconds', async () => {
    const link = async () => service.url + (await admin.call(deviceRedirectGet, { sn: gate.sn })).path
    const path = await link()
    const first = await fetch(path, { redirect: 'manual' })
    expect([first.status, first.headers.get('location'), first.headers.get('referrer-policy')]).toEqual([
      302,
      'http://10.0.0.20/',
      'no-referrer',
    ])
    expect((await fetch(path, { redirect: 'manual' })).status).toBe(404)
    const late = await link()
    service.advance(30_000)
    expect((await fetch(late, { redirect: 'manual' })).status).toBe(404)
    expect((await admin.failure(deviceRedirectGet, { sn: OTHER_DEVICE.sn })).code).toBe(33003)
    expect((await admin.failure(deviceRedirectGet, { sn: shop.sn })).code).toBe(7062)
  })
})

describe('a new security code', () => {
  const update = (securityCode: string, newSecurityCode: string) =>
    admin.failure(deviceSecurityCodeUpdate, { sn: gate.sn, securityCode, newSecurityCode })

  test('is taken by who knows the old one, and holds from the next connection on', async () => {
    expect((await update('WRONGCODE', 'NEWCODE22')).code).toBe(33004)
    expect((await update(gate.securityCode, gate.securityCode)).code).toBe(33028)
    expect((await update(gate.securityCode, 'short')).code).toBe(1000)
    expect(codes).toEqual([])
    expect((await update(gate.securityCode, 'NEWCODE22')).code).toBe(200)
    expect(codes).toEqual(['NEWCODE22'])
    await service.edit(async (db) => {
      const trail = await db.selectFrom('audit').where('path', '=', deviceSecurityCodeUpdate.path).select('input_json').execute()
      expect(trail.length).toBeGreaterThan(3)
      expect(JSON.stringify(trail)).not.toMatch(/NEWCODE22|GATECODE1|WRONGCODE/)
    })
    await reconnect()
    expect((await update(gate.securityCode, 'NEWCODE33')).code).toBe(33004)
    await admin.call(deviceUnbind, { sn: gate.sn })
    expect((await admin.failure(deviceBind, { ...gate, siteId: 'harbor-gate' })).code).toBe(33004)
    expect((await admin.call(deviceBind, { sn: gate.sn, securityCode: 'NEWCODE22', siteId: 'harbor-gate' })).sn).toBe(gate.sn)
  })

  test('whose answer was lost is found out at the next connection, whichever of both the device has', async () => {
    const device = { sn: warehouse.sn, securityCode: warehouse.securityCode }
    const ask = async (probe: GatewayProbe, newSecurityCode: string) => {
      const asked = admin.failure(deviceSecurityCodeUpdate, { ...device, newSecurityCode })
      await probe.first('command')
      probe.socket.terminate()
      expect((await asked).code).toBe(33831)
    }
    await ask(await probeOf(device, ['security-code-set']), 'LOSTCODE1')
    // It had not taken the new one.
    await ask(await probeOf(device, ['security-code-set']), 'LOSTCODE2')
    // Now it had.
    const taken = await probeOf({ ...device, securityCode: 'LOSTCODE2' }, [])
    taken.socket.close()
    await taken.closed
    const old = await GatewayProbe.open(service.url)
    await old.hello(device.sn, await deviceKey(device.sn, device.securityCode))
    const refused: ToDevice = { kind: 'refused', reason: 'wrong-key' }
    expect(await old.first('refused')).toEqual(refused)
  })
})

test('a viewing station is seen by those with a role on its site', async () => {
  const station = { sn: 'STATION001', securityCode: 'STATIONCODE', devType: deviceTypes.viewingStation }
  await service.connectDevice(station, [], commands)
  await admin.call(deviceBind, { sn: station.sn, securityCode: station.securityCode, siteId: 'harbor-gate' })
  expect((await execute(operator, station.sn, 'storage-info')).code).toBe(200)
  const guard = await service.signIn('guard')
  expect((await guard.call(deviceDetail, { sn: station.sn })).mayConfigure).toBe(false)
  await admin.call(siteUserAssign, { siteId: 'harbor-gate', users: [] })
  expect((await guard.failure(deviceDetail, { sn: station.sn })).code).toBe(33003)
})
