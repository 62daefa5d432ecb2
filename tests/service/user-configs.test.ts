import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { LayoutValue } from '#contract/calls/config/layout-value.ts'
import { deviceBind } from '#contract/calls/device/device-bind.ts'
import { vsDeviceList } from '#contract/calls/device/vs-device-list.ts'
import { deviceTypes } from '#contract/enums.ts'
import { OTHER_DEVICE } from '#tests/support/other-organization.ts'
import { userConfigsDelete } from '#contract/calls/config/user-configs-delete.ts'
import { userConfigsList } from '#contract/calls/config/user-configs-list.ts'
import { userConfigsPut } from '#contract/calls/config/user-configs-put.ts'
import { channel, demoDevices, TestService } from '#tests/support/service.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'

const configType = 'layout'
const configValue: LayoutValue = { splitNum: 4, isDefault: false, playChlList: [{ winIndex: 0, sn: 'GATE000001', chlIndex: 0 }] }
const gateCamera = { sn: demoDevices.gate.sn, chlIndex: 0 }
/** At a site that the guard does not see. */
const hallCamera = { sn: demoDevices.warehouse.sn, chlIndex: 0 }
let service: TestService
let guard: ServiceClient

beforeEach(async () => {
  service = await TestService.start()
  guard = await service.signIn('guard')
})
afterEach(() => service.close())

async function connectCameras(): Promise<void> {
  await service.connectDevice(demoDevices.gate, [channel(0)])
  await service.connectDevice(demoDevices.warehouse, [channel(0)])
}

const put = (client: ServiceClient, configName: string, configId?: string) =>
  client.call(userConfigsPut, { configType, configName, configValue, configId })
const names = async (client: ServiceClient) =>
  (await client.call(userConfigsList, { configType })).configs.map((config) => config.configName)

describe('layouts', () => {
  test('are kept, listed by name, changed and deleted, over a restart too', async () => {
    const night = await put(guard, ' Night ')
    await put(guard, 'Day')
    expect(night).toMatchObject({ configName: 'Night', configValue })
    await service.restart()
    const again = service.client(guard.token)
    expect(await names(again)).toEqual(['Day', 'Night'])
    await again.call(userConfigsPut, {
      configId: night.configId,
      configType,
      configName: 'Late',
      configValue: { ...configValue, splitNum: 9 },
    })
    const { configs } = await again.call(userConfigsList, { configType })
    expect(configs.map((config) => [config.configName, config.configType === 'layout' && config.configValue.splitNum])).toEqual([
      ['Day', 4],
      ['Late', 9],
    ])
    await again.call(userConfigsDelete, { configId: night.configId })
    expect(await names(again)).toEqual(['Day'])
    expect((await again.failure(userConfigsDelete, { configId: night.configId })).code).toBe(404)
  })

  test('cannot have a name twice, nor a bad one', async () => {
    const { configId } = await put(guard, 'Day')
    const night = await put(guard, 'Night')
    expect((await guard.failure(userConfigsPut, { configType, configName: 'Day', configValue })).code).toBe(33021)
    expect((await guard.failure(userConfigsPut, { configId: night.configId, configType, configName: 'Day', configValue })).code).toBe(33021)
    expect((await put(guard, 'Day', configId)).configId).toBe(configId)
    for (const configName of ['', '  ', 'a<b', 'a'.repeat(33)]) {
      expect(await guard.failure(userConfigsPut, { configType, configName, configValue })).toEqual({
        code: 1000,
        detail: { field: 'configName' },
      })
    }
  })

  test('are one person’s own', async () => {
    const { configId } = await put(guard, 'Day')
    for (const name of ['admin', 'stranger'] as const) {
      const other = await service.signIn(name)
      expect(await names(other)).toEqual([])
      expect((await other.failure(userConfigsDelete, { configId })).code).toBe(404)
      expect((await other.failure(userConfigsPut, { configId, configType, configName: 'Mine', configValue })).code).toBe(404)
      await put(other, 'Day')
    }
    expect(await names(guard)).toEqual(['Day'])
  })

  test('that one shares are seen by everybody of the organization, each with the cameras that they see, and are changed by their owner alone', async () => {
    const admin = await service.signIn('admin')
    await connectCameras()
    const value = { ...configValue, playChlList: [...configValue.playChlList, { winIndex: 1, ...hallCamera }] }
    const push = await service.openPush(guard)
    const layout = { configType, configName: 'All gates', configValue: value } as const
    const { configId } = await admin.call(userConfigsPut, { ...layout, isShared: true })
    expect((await push.next('resource-changed')).infoContent).toEqual({ resource: 'layouts' })
    const listed = async (client: ServiceClient) => (await client.call(userConfigsList, { configType })).configs
    expect(await listed(admin)).toMatchObject([{ configId, isShared: true, configValue: value }])
    const [seen] = await listed(guard)
    expect(seen).toMatchObject({ configId, isShared: true, sharedBy: expect.any(String), configValue })
    expect(await listed(await service.signIn('stranger'))).toEqual([])
    expect((await guard.failure(userConfigsPut, { ...layout, configId })).code).toBe(404)
    expect((await guard.failure(userConfigsDelete, { configId })).code).toBe(404)
    // Saved again without a word on it, it stays shared; then it is one's own again.
    await admin.call(userConfigsPut, { ...layout, configId })
    expect(await listed(guard)).toHaveLength(1)
    await admin.call(userConfigsPut, { ...layout, configId, isShared: false })
    expect(await listed(guard)).toEqual([])
  })

  test('that somebody shares are also taken away by an administrator of the organization, by no other one', async () => {
    const { configId } = await guard.call(userConfigsPut, { configType, configName: 'Mine', configValue, isShared: true })
    expect((await (await service.signIn('stranger')).failure(userConfigsDelete, { configId })).code).toBe(404)
    await (await service.signIn('admin')).call(userConfigsDelete, { configId })
    expect(await names(guard)).toEqual([])
  })

  test('open first one at a time: another one that is to does so instead, and everybody is told where it was shared', async () => {
    const first = (client: ServiceClient, configName: string, more: object = {}) =>
      client.call(userConfigsPut, { configType, configName, configValue: { ...configValue, isDefault: true }, ...more })
    const admin = await service.signIn('admin')
    const firstOf = async (client: ServiceClient) =>
      (await client.call(userConfigsList, { configType })).configs.flatMap((config) =>
        config.configType === 'layout' && config.configValue.isDefault ? [config.configName] : [],
      )
    await first(admin, 'Hers')
    const day = await first(guard, 'Day', { isShared: true })
    await put(guard, 'Night')
    expect(await firstOf(guard)).toEqual(['Day'])
    const push = await service.openPush(admin)
    await first(guard, 'Late')
    expect((await push.next('resource-changed')).infoContent).toEqual({ resource: 'layouts' })
    expect(await firstOf(guard)).toEqual(['Late'])
    await first(guard, 'Day', { configId: day.configId })
    expect(await firstOf(guard)).toEqual(['Day'])
    expect((await firstOf(admin)).toSorted()).toEqual(['Day', 'Hers'])
  })

  test('take turns in a tour, of which others see the cameras that they may see, and no tour when there are none', async () => {
    const admin = await service.signIn('admin')
    await connectCameras()
    const cameras = (...channels: { sn: string; chlIndex: number }[]) => ({
      kind: 'cameras' as const,
      dwellS: 10,
      splitNum: 4 as const,
      channels,
    })
    const tour = { configType: 'tour', isShared: true } as const
    await admin.call(userConfigsPut, { ...tour, configName: 'Round', configValue: cameras(gateCamera, hallCamera) })
    await admin.call(userConfigsPut, { ...tour, configName: 'Yard', configValue: cameras(hallCamera) })
    const { configs } = await guard.call(userConfigsList, { configType: 'tour' })
    expect(configs).toMatchObject([{ configName: 'Round', configValue: cameras(gateCamera) }])
    for (const dwellS of [4, 601]) {
      const failure = await guard.failure(userConfigsPut, { ...tour, configName: 'Fast', configValue: { ...cameras(gateCamera), dwellS } })
      expect(failure).toEqual({ code: 1000, detail: { field: 'configValue.dwellS' } })
    }
  })

  test('of one person are told to that person’s sockets', async () => {
    const push = await service.openPush(guard)
    await put(guard, 'Day')
    expect((await push.next('configs-changed')).infoContent).toEqual({ configType })
  })
})

describe('views and screens of a viewing station', () => {
  const station = { sn: 'STATION001', securityCode: 'STATIONCODE', devType: deviceTypes.viewingStation }
  const view = { sn: station.sn, voId: 1, splitNum: 4, views: [{ winIndex: 0, sn: 'GATE000001', chlIndex: 0 }] } as const
  const screen = { sn: station.sn, voId: 2, dpi: '2560x1440' } as const

  test('are kept apart from layouts, and its outputs are 1920x1080 until somebody says otherwise', async () => {
    const admin = await service.signIn('admin')
    await service.connectDevice(station, [])
    await admin.call(deviceBind, { sn: station.sn, securityCode: station.securityCode, siteId: 'harbor-gate' })
    const value = { ...view, views: [...view.views] }
    expect(await guard.call(userConfigsPut, { configType: 'vs_view', configName: 'Lobby', configValue: value })).toMatchObject({
      configType: 'vs_view',
    })
    await guard.call(userConfigsPut, { configType: 'vs_screen', configName: 'Lobby', configValue: screen })
    await put(guard, 'Lobby')
    const listed = async (type: 'layout' | 'vs_view' | 'vs_screen') =>
      (await guard.call(userConfigsList, { configType: type })).configs.map((config) => config.configValue)
    expect(await listed('vs_view')).toEqual([value])
    expect(await listed('vs_screen')).toEqual([screen])
    expect(await listed('layout')).toEqual([configValue])
    const outputs = async (client: ServiceClient) => (await client.call(vsDeviceList, null)).devices.map((device) => device.outputs)
    const common = { voId: 1, dpi: '1920x1080' }
    expect(await outputs(guard)).toEqual([[common, { voId: 2, dpi: '2560x1440' }]])
    expect(await outputs(admin)).toEqual([[common, { voId: 2, dpi: '1920x1080' }]])
    expect(await outputs(await service.signIn('stranger'))).toEqual([])
  })

  test('are refused for what is no viewing station, not seen, or no output', async () => {
    const failure = (configValue: object) =>
      guard.failure(userConfigsPut, { configType: 'vs_screen', configName: 'X', configValue: { ...screen, ...configValue } })
    expect(await failure({ sn: 'GATE000001' })).toEqual({ code: 33003, detail: { field: 'configValue.sn' } })
    for (const sn of ['WARE000001', OTHER_DEVICE.sn, 'NOSUCH0001']) expect((await failure({ sn })).code).toBe(33003)
    expect((await failure({ voId: 3 })).detail.field).toBe('configValue.voId')
    for (const dpi of ['1920', '1920x', '99x1080', '01920x1080']) expect((await failure({ dpi })).detail.field).toBe('configValue.dpi')
  })
})

describe('a change that is sent again', () => {
  const input = { configType, configName: 'Once', configValue } as const

  test('is done once and answered alike, while it runs and after', async () => {
    const id = randomUUID()
    const [first, second] = await Promise.all([guard.call(userConfigsPut, input, { id }), guard.call(userConfigsPut, input, { id })])
    expect(second).toEqual(first)
    expect(await guard.call(userConfigsPut, input, { id })).toEqual(first)
    await guard.call(userConfigsDelete, { configId: first.configId }, { id })
    await guard.call(userConfigsDelete, { configId: first.configId }, { id })
    expect(await names(guard)).toEqual([])
  })

  test('fails alike, too', async () => {
    const id = randomUUID()
    await guard.call(userConfigsPut, input)
    expect((await guard.failure(userConfigsPut, input, { id })).code).toBe(33021)
    const { configs } = await guard.call(userConfigsList, { configType })
    await guard.call(userConfigsDelete, { configId: configs[0]?.configId ?? '' })
    expect((await guard.failure(userConfigsPut, input, { id })).code).toBe(33021)
  })

  test('is known after a new start of the service and a new sign-in', async () => {
    const id = randomUUID()
    const first = await guard.call(userConfigsPut, input, { id })
    await service.restart()
    const back = await service.signIn('guard')
    expect(await back.call(userConfigsPut, input, { id })).toEqual(first)
    expect(await names(back)).toEqual(['Once'])
    await back.call(userConfigsDelete, { configId: first.configId })
  })

  test('leaves no trace of what was answered in the database', async () => {
    const id = randomUUID()
    const { configId } = await guard.call(userConfigsPut, input, { id })
    const rows = await service.edit((db) => db.selectFrom('once').selectAll().execute())
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${id}|${configId}|Once`))
    await guard.call(userConfigsDelete, { configId })
  })

  test('is another change after a day, from another person, or with other words', async () => {
    const id = randomUUID()
    const { configId } = await guard.call(userConfigsPut, input, { id })
    expect(await guard.failure(userConfigsPut, { ...input, configName: 'Other' }, { id })).toEqual({
      code: 1000,
      detail: { field: 'basic.id' },
    })
    const operator = await service.signIn('operator')
    expect((await operator.call(userConfigsPut, input, { id })).configId).not.toBe(configId)
    await guard.call(userConfigsDelete, { configId })
    service.advance(25 * 60 * 60_000)
    const later = await service.signIn('guard')
    await vi.waitFor(async () => expect((await later.call(userConfigsPut, input, { id })).configId).not.toBe(configId), 10_000)
  })
})
