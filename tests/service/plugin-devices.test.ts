import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deviceAccessTokenGet } from '#contract/calls/device/device-access-token-get.ts'
import { mediaClose } from '#contract/media.ts'
import { Refusal, type CommandHandlers } from '#device/agent/command-handlers.ts'
import type { DeviceAgent } from '#device/agent/device-agent.ts'
import { createPlugin, type Plugin } from '#plugin/plugin.ts'
import { MediaViewer } from '#tests/support/media-viewer.ts'
import { PluginPage } from '#tests/support/plugin-page.ts'
import { channel, demoDevices, type PersonName, TestService } from '#tests/support/service.ts'

const { gate, warehouse } = demoDevices
const disk = { diskId: 'hdd-1', model: 'WD <43> & co', status: 'normal', totalBytes: 4e12, freeBytes: 1_000_000_000_001 } as const
const health = {
  diskId: 'hdd-1',
  health: 'warning' as const,
  temperatureC: 38.5,
  powerOnHours: 9_000,
  smart: [{ id: 5, name: 'Reallocated_Sector_Ct', value: 199, worst: 199, threshold: 140, raw: 24 }],
}
const told: string[] = []

/** A recorder that has one disk and remembers what it was told. */
const recorder: CommandHandlers = {
  'storage-info': () => ({ disks: [disk], raid: { level: '5', status: 'degraded' } }),
  'disk-health': ({ diskId }) => {
    if (diskId !== 'hdd-1') throw new Refusal('not-found', 'diskId')
    return health
  },
  'disk-format': ({ diskId }) => {
    told.push(`format ${diskId}`)
    return null
  },
  reboot: () => {
    told.push('reboot')
    return null
  },
}
const camera: CommandHandlers = {
  'storage-info': () => ({ disks: [], raid: null }),
  'sd-status': () => ({ status: 'normal', totalBytes: 128e9, freeBytes: 3 }),
  'sd-format': () => {
    told.push('format card')
    return null
  },
}

let service: TestService
let plugin: Plugin
let cameraAgent: DeviceAgent
let folder: string

beforeAll(async () => {
  service = await TestService.start()
  folder = mkdtempSync(join(tmpdir(), 'sightline-plugin-'))
  plugin = await createPlugin({ port: 0, origins: [service.origin], dataFolder: folder, log: () => {} })
  await service.connectDevice(warehouse, [channel(0)], recorder)
  cameraAgent = await service.connectDevice(gate, [channel(0)], camera)
})
afterAll(async () => {
  await plugin.close()
  await service.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => void told.splice(0))

async function pageOf(name: PersonName): Promise<PluginPage> {
  const client = await service.signIn(name)
  const page = await PluginPage.open(plugin.port, service.origin)
  const { ticket } = await client.call(deviceAccessTokenGet, { holder: 'plugin' })
  await page.run('connectToServer', { address: service.origin, ticket })
  return page
}

test('disks, their health and a memory card are told through the plugin, number by number', async () => {
  const page = await pageOf('admin')
  expect(await page.run('getStorageInfo', { sn: warehouse.sn })).toEqual({ disks: [disk], raid: { level: '5', status: 'degraded' } })
  expect(await page.run('getStorageInfo', { sn: gate.sn })).toEqual({ disks: [] })
  expect(await page.run('getDiskHealth', { sn: warehouse.sn, diskId: 'hdd-1' })).toEqual(health)
  expect(await page.run('getSdCardStatus', { sn: gate.sn })).toEqual({ status: 'normal', totalBytes: 128e9, freeBytes: 3 })
  const { result } = await page.run('transportApi', { sn: warehouse.sn, name: 'disk-health', request: '{"diskId":"hdd-1"}' })
  expect(JSON.parse(result)).toEqual(health)
})

test('formatting reaches the very device and disk, and the audit trail says who did it', async () => {
  const page = await pageOf('admin')
  await page.run('formatDisk', { sn: warehouse.sn, diskId: 'hdd-1' })
  await page.run('formatSdCard', { sn: gate.sn })
  expect(told).toEqual(['format hdd-1', 'format card'])
  const rows = await service.edit((db) => db.selectFrom('audit').where('path', '=', '/vms/dev-cmd/execute').selectAll().execute())
  expect(rows.map(({ user_id, input_json, code, address }) => [user_id, JSON.parse(input_json), code, address])).toEqual([
    ['harbor-admin', { sn: warehouse.sn, command: { name: 'disk-format', diskId: 'hdd-1' } }, 200, '127.0.0.1'],
    ['harbor-admin', { sn: gate.sn, command: { name: 'sd-format' } }, 200, '127.0.0.1'],
  ])
})

test('what the device or the service refuses has the code that the service gives it', async () => {
  const page = await pageOf('admin')
  expect(await page.codeOf('getDiskHealth', { sn: warehouse.sn, diskId: 'hdd-9' })).toBe(33029)
  expect(await page.codeOf('getSdCardStatus', { sn: warehouse.sn })).toBe(33022)
  expect(await page.codeOf('getStorageInfo', { sn: 'NOBODY0001' })).toBe(33003)
  expect(await page.codeOf('getDiskHealth', { sn: warehouse.sn, diskId: '../etc' })).toBe(400)
  expect(await page.codeOf('transportApi', { sn: warehouse.sn, name: 'storage-info', request: 'no json' })).toBe(400)
  expect(await page.codeOf('transportApi', { sn: warehouse.sn, name: 'disk-health', request: '{"diskId":7}' })).toBe(1000)
  // Neither what belongs to calls of its own, nor what is no command at all.
  for (const name of ['reboot', 'security-code-set', 'constructor', '__proto__']) {
    expect(await page.codeOf('transportApi', { sn: warehouse.sn, name, request: '{}' }), name).toBe(1000)
  }
  expect(told).toEqual([])
})

test('nobody reaches a device without the right, whatever the plugin asks', async () => {
  const operator = await pageOf('operator')
  const stranger = await pageOf('stranger')
  for (const [page, code] of [
    [operator, 33001],
    [stranger, 33003],
  ] as const) {
    expect(await page.codeOf('getStorageInfo', { sn: warehouse.sn })).toBe(code)
    expect(await page.codeOf('formatDisk', { sn: warehouse.sn, diskId: 'hdd-1' })).toBe(code)
    expect(await page.codeOf('transportApi', { sn: gate.sn, name: 'sd-format', request: '{}' })).toBe(code)
  }
  expect(told).toEqual([])
})

test('a tab has calls for this: on its own media socket a question to a device ends the socket', async () => {
  const tab = await MediaViewer.open(await service.signIn('admin'))
  tab.send({ op: 'device', askId: 1, sn: warehouse.sn, name: 'disk-format', request: { diskId: 'hdd-1' } })
  expect(await tab.closed).toBe(mediaClose.badMessage)
  expect(told).toEqual([])
})

test('without a connection to the service, and with a device that is offline, the command says so', async () => {
  const page = await PluginPage.open(plugin.port, service.origin)
  expect(await page.codeOf('getStorageInfo', { sn: warehouse.sn })).toBe(409)
  const connected = await pageOf('admin')
  cameraAgent.goAway(60_000)
  await expect.poll(() => connected.codeOf('getSdCardStatus', { sn: gate.sn })).toBe(7062)
})
