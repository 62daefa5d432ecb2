import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deviceAccessTokenGet } from '#contract/calls/device/device-access-token-get.ts'
import { opLogsList } from '#contract/calls/log/op-logs-list.ts'
import { ptzEdit } from '#contract/calls/device/ptz-edit.ts'
import { ptzExecute } from '#contract/calls/device/ptz-execute.ts'
import { ptzGet } from '#contract/calls/device/ptz-get.ts'
import { ptzRenew } from '#contract/calls/device/ptz-renew.ts'
import { ptzLimits, type PtzAct, type PtzMotion } from '#contract/ptz.ts'
import { deviceKey } from '#device/agent/identity.ts'
import { PtzCamera } from '#device/simulator/ptz/ptz-camera.ts'
import { ptzHandlers } from '#device/simulator/ptz/ptz-commands.ts'
import { firstMemory, type PtzMemory } from '#device/simulator/ptz/ptz-memory.ts'
import { createPlugin, type Plugin } from '#plugin/plugin.ts'
import { GatewayProbe } from '#tests/support/gateway-probe.ts'
import { PluginPage } from '#tests/support/plugin-page.ts'
import { channel, demoDevices, type PersonName, TestService } from '#tests/support/service.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'

const { gate, shop, warehouse } = demoDevices
const place: { sn: string; chlIndex: number } = { sn: gate.sn, chlIndex: 0 }
const moveId = 'a-movement-of-mine'
/** The camera's own clock, which the tests move. */
let cameraMs = 1_000_000
let memory: PtzMemory = firstMemory
let camera: PtzCamera
let service: TestService
let admin: ServiceClient
let operator: ServiceClient
let guard: ServiceClient

beforeAll(async () => {
  service = await TestService.start()
  const store = {
    get memory() {
      return memory
    },
    keep: (next: PtzMemory) => {
      memory = next
    },
  }
  camera = new PtzCamera(store, () => cameraMs)
  // Of its two channels the first one moves.
  await service.connectDevice(gate, [channel(0, { supportFun: ['ptz'] }), channel(1)], ptzHandlers(new Map([[0, camera]])))
  admin = await service.signIn('admin')
  operator = await service.signIn('operator')
  guard = await service.signIn('guard')
})
afterAll(() => service.close())
beforeEach(() => {
  memory = firstMemory
  camera.act({ act: 'stop' })
})

const act = (client: ServiceClient, what: PtzAct, at = place) => client.failure(ptzExecute, { ...at, act: what })
const move = (motion: PtzMotion, speed = 4) => ({ act: 'move', moveId, motion, speed }) as const
const renew = (client: ServiceClient, motion: PtzMotion, id = moveId) =>
  client.failure(ptzRenew, { ...place, renewal: { moveId: id, motion, speed: 4 } })

describe('moving a camera', () => {
  test('turns it as long as it is held, and it stops at once when it is let go', async () => {
    const before = await operator.call(ptzGet, place)
    expect(before.status.doing).toBe('still')
    expect((await act(operator, move({ pan: 1 }, 1))).code).toBe(200)
    for (let step = 0; step < 4; step += 1) {
      cameraMs += ptzLimits.renewMs
      expect((await renew(operator, { pan: 0.1 })).code).toBe(200)
    }
    const status = await operator.call(ptzExecute, { ...place, act: { act: 'stop', moveId } })
    expect(status.doing).toBe('still')
    expect(status.pan).toBeGreaterThan(before.status.pan)
    cameraMs += 10_000
    expect((await operator.call(ptzGet, place)).status).toEqual(status)
  })

  test('ends by itself when whoever held it is gone, and a late renewal starts nothing', async () => {
    await act(operator, move({ pan: -0.1 }))
    cameraMs += ptzLimits.holdMs
    const { status } = await operator.call(ptzGet, place)
    expect(status.doing).toBe('still')
    cameraMs += 60_000
    expect((await renew(operator, { pan: -1 })).code).toBe(33025)
    expect((await operator.call(ptzGet, place)).status).toEqual(status)
  })

  test('goes to whoever takes it last, and tells the one before', async () => {
    await act(operator, move({ pan: 1 }))
    await act(admin, { ...move({ tilt: 1 }), moveId: 'the-movement-of-another' })
    expect((await renew(operator, { pan: 1 })).code).toBe(33025)
    expect((await act(operator, { act: 'stop', moveId })).code).toBe(200)
    expect((await operator.call(ptzGet, place)).status.doing).toBe('moving')
    await act(admin, { act: 'stop' })
  })

  test('is over with the stop, whatever renewals are on their way', async () => {
    await act(operator, move({ pan: 1 }))
    const asked = [1, 2, 3].map(() => renew(operator, { pan: 1 }))
    asked.push(act(operator, { act: 'stop', moveId }))
    await Promise.all(asked)
    expect((await operator.call(ptzGet, place)).status.doing).toBe('still')
  })

  test('faster than speed 4, or slower than 1, is taken for the nearest', async () => {
    const reach = async (speed: number) => {
      await act(operator, { act: 'preset-go', index: 1 })
      cameraMs += 20_000
      await act(operator, move({ pan: 0.5 }, speed))
      cameraMs += 500
      return (await operator.call(ptzExecute, { ...place, act: { act: 'stop' } })).pan
    }
    expect(await reach(99)).toBe(await reach(4))
    expect(await reach(-3)).toBe(await reach(1))
  })
})

describe('the right to move', () => {
  test('is asked of the very channel, each time', async () => {
    expect((await act(guard, move({ pan: 1 }))).code).toBe(5000)
    expect((await guard.failure(ptzGet, place)).code).toBe(5000)
    expect((await act(operator, move({ pan: 1 }), { sn: shop.sn, chlIndex: 0 })).code).toBe(33005)
    expect((await act(operator, move({ pan: 1 }), { ...place, chlIndex: 9 })).code).toBe(33005)
    await act(operator, move({ pan: 0.1 }))
    const role = { user_id: 'harbor-operator', sn: gate.sn, chl_index: 0, role: 'live-only' } as const
    await service.edit((db) => db.insertInto('user_channel_role').values(role).execute())
    const [renewed, stopped, edited] = await Promise.all([
      renew(operator, { pan: 1 }),
      act(operator, { act: 'stop' }),
      operator.failure(ptzEdit, { ...place, edit: { edit: 'preset-delete', index: 1 } }),
    ])
    expect([renewed.code, stopped.code, edited.code]).toEqual([5001, 5001, 5001])
    await service.edit((db) => db.deleteFrom('user_channel_role').execute())
    expect(memory).toBe(firstMemory)
  })

  test('does not make a fixed camera turn, nor one that is offline', async () => {
    expect((await act(operator, move({ pan: 1 }), { ...place, chlIndex: 1 })).code).toBe(33022)
    await service.edit((db) => db.insertInto('channel').values(rowOf(warehouse.sn)).execute())
    expect((await act(admin, move({ pan: 1 }), { sn: warehouse.sn, chlIndex: 0 })).code).toBe(7062)
  })
})

test('a device that does not answer gathers no commands for later', async () => {
  const probe = await GatewayProbe.open(service.url)
  await probe.hello(warehouse.sn, await deviceKey(warehouse.sn, warehouse.securityCode), [channel(0)], ['ptz-get', 'ptz-act'])
  await probe.first('welcome')
  const there = { sn: warehouse.sn, chlIndex: 0 }
  await expect.poll(async () => (await admin.failure(ptzGet, { ...there, chlIndex: 9 })).code).toBe(33005)
  const codes: number[] = []
  const asked = Array.from({ length: 12 }, async () => codes.push((await act(admin, { act: 'stop' }, there)).code))
  await expect.poll(() => codes).toEqual([6001, 6001, 6001, 6001])
  // One person's commands take nobody else's turns.
  const another = act(operator, { act: 'stop' }, there)
  probe.socket.terminate()
  await Promise.all(asked)
  expect((await another).code).toBe(7062)
  expect(codes.slice(4)).toEqual(Array.from({ length: 8 }, () => 7062))
})

describe('presets, cruises and tracks', () => {
  const edit = (client: ServiceClient, what: Parameters<typeof client.failure<typeof ptzEdit>>[1]['edit']) =>
    client.failure(ptzEdit, { ...place, edit: what })

  test('are made, renamed, run and deleted, and everybody sees the same', async () => {
    const made = await operator.call(ptzEdit, { ...place, edit: { edit: 'preset-create', name: 'Ramp' } })
    expect(made.presets.map(({ name }) => name)).toEqual(['Overview', 'Entrance', 'Crossing', 'Ramp'])
    const presets = [4, 2].map((index) => ({ index, speed: 8, holdS: 15 }))
    await operator.call(ptzEdit, { ...place, edit: { edit: 'cruise-create', name: 'Night', presets } })
    expect((await admin.call(ptzGet, place)).cruises[1]).toEqual({ index: 2, name: 'Night', presets })
    expect(await operator.call(ptzExecute, { ...place, act: { act: 'cruise-run', index: 2 } })).toMatchObject({ doing: 'cruise', index: 2 })
    expect((await admin.call(ptzExecute, { ...place, act: { act: 'cruise-stop' } })).doing).toBe('still')
    await operator.call(ptzEdit, { ...place, edit: { edit: 'track-record', name: 'Beat' } })
    cameraMs += 1_000
    await operator.call(ptzExecute, { ...place, act: { act: 'track-stop' } })
    expect((await admin.call(ptzGet, place)).tracks).toEqual([{ index: 1, name: 'Beat', durationMs: 1_000 }])
  })

  test('are refused with the reason', async () => {
    const presets = [{ index: 1, speed: 8, holdS: 15 }]
    expect((await edit(operator, { edit: 'preset-create', name: ' OVERVIEW ' })).code).toBe(33031)
    expect((await edit(operator, { edit: 'preset-create', name: 'Ramp #1' })).code).toBe(1000)
    expect((await edit(operator, { edit: 'preset-rename', index: 99, name: 'Ramp' })).code).toBe(33029)
    expect((await edit(operator, { edit: 'preset-create', name: 'Ramp', index: 1 })).code).toBe(33023)
    expect((await edit(operator, { edit: 'cruise-create', name: 'Round', presets })).code).toBe(33031)
    expect((await edit(operator, { edit: 'cruise-create', name: 'Other', presets: [{ ...presets[0]!, holdS: 14 }] })).code).toBe(1000)
    expect((await act(operator, { act: 'cruise-run', index: 8 })).code).toBe(33029)
    for (let index = 2; index <= 8; index += 1)
      expect((await edit(operator, { edit: 'cruise-create', name: `Tour ${index}`, presets })).code).toBe(200)
    expect((await edit(operator, { edit: 'cruise-create', name: 'Ninth', presets })).code).toBe(33032)
  })
})

test('the audit trail has the beginning of a movement and every change, and no renewals', async () => {
  // What the tests before have done may bear the time of this very millisecond.
  service.advance(1_000)
  const fromMs = service.now
  await act(operator, move({ pan: 0.2 }))
  await renew(operator, { pan: 0.2 })
  await act(operator, { act: 'stop', moveId })
  await operator.call(ptzEdit, { ...place, edit: { edit: 'preset-create', name: 'Trail' } })
  const { logs } = await admin.call(opLogsList, { pageNum: 1, pageSize: 20, fromMs, untilMs: service.now + 1_000 })
  expect(logs.map((log) => log.function).toReversed()).toEqual(['ptzExecute', 'ptzExecute', 'ptzEdit'])
  expect(logs.every(({ userId, detail }) => userId === 'harbor-operator' && detail.includes(gate.sn))).toBe(true)
})

describe('through the local plugin', () => {
  let plugin: Plugin
  let folder: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sightline-plugin-'))
    plugin = await createPlugin({ port: 0, origins: [service.origin], dataFolder: folder, log: () => {} })
  })
  afterAll(async () => {
    await plugin.close()
    rmSync(folder, { recursive: true, force: true })
  })
  async function pageOf(name: PersonName): Promise<PluginPage> {
    const client = await service.signIn(name)
    const page = await PluginPage.open(plugin.port, service.origin)
    const { ticket } = await client.call(deviceAccessTokenGet, { holder: 'plugin' })
    await page.run('connectToServer', { address: service.origin, ticket })
    return page
  }
  const request = (rest: object) => JSON.stringify({ chlIndex: 0, ...rest })

  test('a camera moves with the same right, and the trail knows it', async () => {
    const fromMs = service.now
    const page = await pageOf('operator')
    const asked = { sn: gate.sn, name: 'ptz-act', request: request({ act: move({ pan: 1 }) }) }
    expect(JSON.parse((await page.run('transportApi', asked)).result)).toMatchObject({ doing: 'moving' })
    await page.run('transportApi', { ...asked, request: request({ act: { act: 'stop', moveId } }) })
    const edit = { edit: 'preset-create', name: 'By plugin' }
    const { result } = await page.run('transportApi', { sn: gate.sn, name: 'ptz-edit', request: request({ edit }) })
    expect(JSON.parse(result)).toMatchObject({ presets: [{}, {}, {}, { name: 'By plugin' }] })
    expect(await page.codeOf('transportApi', { sn: gate.sn, name: 'ptz-edit', request: request({ edit }) })).toBe(33031)
    expect(await (await pageOf('guard')).codeOf('transportApi', asked)).toBe(5001)
    const { logs } = await admin.call(opLogsList, { pageNum: 1, pageSize: 20, fromMs, untilMs: service.now + 1_000 })
    expect(
      logs
        .filter(({ module }) => module === 'devices')
        .map((log) => `${log.function} ${log.code}`)
        .toReversed(),
    ).toEqual(['ptzExecute 200', 'ptzExecute 200', 'ptzEdit 200', 'ptzEdit 33031', 'ptzExecute 5001'])
  })
})

/** A channel of a device that was here once. */
function rowOf(sn: string) {
  const more = { support_fun_json: '["ptz"]', streams_json: '[]', is_open: 1 }
  return { sn, chl_index: 0, name: 'Hall', status: 0 as const, status_since_ms: 0, ...more }
}
