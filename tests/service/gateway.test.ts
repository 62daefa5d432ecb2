import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { deviceBind } from '#contract/calls/device/device-bind.ts'
import { devicePage } from '#contract/calls/device/device-page.ts'
import { deviceUnbind } from '#contract/calls/device/device-unbind.ts'
import { codeOf } from '#contract/errors.ts'
import { Devices } from '#server/devices/devices.ts'
import { GatewayProbe } from '#tests/support/gateway-probe.ts'
import { keptAgentKey } from '#tests/support/kept-agent-key.ts'
import { MediaViewer } from '#tests/support/media-viewer.ts'
import { OTHER_SITE_ID } from '#tests/support/other-organization.ts'
import { channel, demoDevices, TestService } from '#tests/support/service.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'
import { connectCamera } from '#tests/support/test-source.ts'

const { gate } = demoDevices
const HOUR_MS = 3_600_000
let service: TestService
let admin: ServiceClient

beforeAll(async () => {
  service = await TestService.start()
  admin = await service.signIn('admin')
})
afterAll(() => service.close())

function randomKey(): string {
  return randomBytes(32).toString('hex')
}

async function statusOf(sn: string): Promise<number | undefined> {
  const { devices } = await admin.call(devicePage, { pageNum: 1, pageSize: 100 })
  return devices.find((device) => device.sn === sn)?.status
}

describe('a device that the service has never seen', () => {
  test('is enrolled, streams nothing until it is bound, and streams at once from then on', async () => {
    const device = { sn: 'NEWCAM0001', securityCode: 'NEWCODE1' }
    const { source, agent } = await connectCamera(service.url, device)
    source.main.film(true)
    const viewer = await MediaViewer.open(admin)
    viewer.openChannel(0, device.sn)
    await viewer.untilFailed(0, 'not-found')
    expect(source.main.openings).toBe(0)
    expect((await admin.failure(deviceBind, { sn: device.sn, securityCode: 'WRONGCODE', siteId: 'harbor-gate' })).code).toBe(33004)
    expect(await admin.call(deviceBind, { ...device, siteId: 'harbor-gate' })).toMatchObject({ status: 1, channelTotal: 1 })
    await viewer.until(() => viewer.units().length === 1, 'the picture')
    viewer.close()
    await agent.stop()
  })

  test('is enrolled with the key that it signed its hello with, and with no other', async () => {
    const probe = await GatewayProbe.open(service.url)
    await probe.hello('LIAR000001', randomKey())
    await probe.first('enrol')
    probe.say({ kind: 'enrol', key: randomKey() })
    expect(await probe.first('refused')).toEqual({ kind: 'refused', reason: 'wrong-key' })
    await probe.closed
    expect((await admin.failure(deviceBind, { sn: 'LIAR000001', securityCode: 'ANYCODE1', siteId: 'harbor-gate' })).code).toBe(33003)
  })

  test('is forgotten when nobody binds it and it stays away, while a bound one is kept', async () => {
    const probe = await GatewayProbe.open(service.url)
    const key = randomKey()
    await probe.hello('PASSING001', key)
    await probe.first('enrol')
    probe.say({ kind: 'enrol', key })
    expect(await probe.first('welcome')).toEqual({ kind: 'welcome', isBound: false })
    probe.socket.close()
    await probe.closed
    const isKnown = async (sn: string) => {
      let found = false
      await service.edit(async (db) => {
        found = (await db.selectFrom('device').where('sn', '=', sn).select('sn').executeTakeFirst()) !== undefined
      })
      return found
    }
    expect(await isKnown('PASSING001')).toBe(true)
    service.advance(HOUR_MS + 1)
    await expect.poll(() => isKnown('PASSING001'), { timeout: 15_000 }).toBe(false)
    expect(await isKnown(gate.sn)).toBe(true)
    admin = await service.signIn('admin')
  })

  test('is refused when its address has enrolled a hundred within the hour', async () => {
    const reasons: string[] = []
    for (let count = 0; count < 110; count += 1) {
      const probe = await GatewayProbe.open(service.url)
      const key = randomKey()
      await probe.hello(`FLOOD${String(count).padStart(5, '0')}`, key)
      const answer = await Promise.race([probe.first('enrol'), probe.first('refused')])
      if (answer.kind === 'refused') reasons.push(answer.reason)
      else {
        probe.say({ kind: 'enrol', key })
        await probe.first('welcome')
      }
      probe.socket.terminate()
      await probe.closed
    }
    expect(reasons.length).toBeGreaterThanOrEqual(10)
    expect(new Set(reasons)).toEqual(new Set(['too-many-enrolments']))
    // Devices that are known already are not hindered.
    const { agent } = await connectCamera(service.url, gate)
    expect(await statusOf(gate.sn)).toBe(1)
    await agent.stop()
  })
})

describe('a known device', () => {
  test('is refused with a wrong key, and is not taken for connected', async () => {
    const probe = await GatewayProbe.open(service.url)
    await probe.hello(gate.sn, await keptAgentKey({ sn: gate.sn, securityCode: 'NOTITSCODE' }))
    expect(await probe.first('refused')).toEqual({ kind: 'refused', reason: 'wrong-key' })
    await probe.closed
    expect(await statusOf(gate.sn)).not.toBe(1)
  })

  test('cannot have its key guessed: after ten wrong ones its right key is not looked at from there either, for five minutes', async () => {
    const attempt = async (sn: string, key: string) => {
      const probe = await GatewayProbe.open(service.url)
      await probe.hello(sn, key)
      const answer = await Promise.race([probe.first('welcome'), probe.first('refused')])
      probe.socket.terminate()
      await probe.closed
      return answer.kind === 'refused' ? answer.reason : answer.kind
    }
    service.advance(5 * 60_000)
    const { sn, securityCode } = demoDevices.shop
    const right = await keptAgentKey({ sn, securityCode })
    for (let time = 0; time < 10; time += 1) expect(await attempt(sn, randomKey())).toBe('wrong-key')
    expect(await attempt(sn, right)).toBe('too-many-attempts')
    expect(await attempt(gate.sn, await keptAgentKey(gate))).toBe('welcome')
    service.advance(5 * 60_000)
    expect(await attempt(sn, right)).toBe('welcome')
  })

  test('has no more than ten wrong keys looked at, also of fifty that come at once', async () => {
    service.advance(5 * 60_000)
    const { findKeys } = Devices.prototype
    const mayFind = Promise.withResolvers<void>()
    let looked = 0
    const finding = vi.spyOn(Devices.prototype, 'findKeys').mockImplementation(async function (this: Devices, sn) {
      looked += 1
      await mayFind.promise
      return findKeys.call(this, sn)
    })
    const probes = await Promise.all(Array.from({ length: 50 }, () => GatewayProbe.open(service.url)))
    const refused: string[] = []
    const answers = probes.map(async (probe) => {
      await probe.hello(demoDevices.warehouse.sn, randomKey())
      refused.push((await probe.first('refused')).reason)
    })
    await expect.poll(() => looked + refused.length).toBe(50)
    mayFind.resolve()
    await Promise.all(answers)
    finding.mockRestore()
    expect(refused.filter((reason) => reason === 'wrong-key')).toHaveLength(10)
    expect(refused.filter((reason) => reason === 'too-many-attempts')).toHaveLength(40)
    service.advance(5 * 60_000)
  })

  test('does not get in with the answer to an older challenge', async () => {
    const key = await keptAgentKey(gate)
    const first = await GatewayProbe.open(service.url)
    const replayed = new Promise<string>((resolve) => {
      const send = first.socket.send.bind(first.socket)
      first.socket.send = (data: string) => {
        resolve(data)
        send(data)
      }
    })
    await first.hello(gate.sn, key)
    await first.first('welcome')
    const second = await GatewayProbe.open(service.url)
    await second.first('challenge')
    second.say(await replayed)
    expect(await second.first('refused')).toEqual({ kind: 'refused', reason: 'wrong-key' })
    expect(await statusOf(gate.sn)).toBe(1)
    first.socket.close()
    await first.closed
  })

  test('has one connection: the newest, and stays online through the change', async () => {
    const key = await keptAgentKey(gate)
    const older = await GatewayProbe.open(service.url)
    await older.hello(gate.sn, key, [channel(0)])
    await older.first('welcome')
    const viewer = await MediaViewer.open(admin)
    viewer.openChannel(0, gate.sn)
    await older.first('open-stream')
    const newer = await GatewayProbe.open(service.url)
    await newer.hello(gate.sn, key, [channel(0)])
    expect(await newer.first('welcome')).toEqual({ kind: 'welcome', isBound: true })
    expect(await newer.first('open-stream')).toMatchObject({ chlIndex: 0, stream: 'main' })
    expect(await older.first('refused')).toEqual({ kind: 'refused', reason: 'connected-elsewhere' })
    await older.closed
    expect(await statusOf(gate.sn)).toBe(1)
    newer.socket.close()
    await viewer.untilFailed(0, 'offline')
    await expect.poll(() => statusOf(gate.sn), { timeout: 15_000 }).toBe(2)
    viewer.close()
  })

  test('is told when it is unbound and bound, and its streams are closed', async () => {
    const { securityCode, sn } = demoDevices.warehouse
    const probe = await GatewayProbe.open(service.url)
    await probe.hello(sn, await keptAgentKey({ sn, securityCode }), [channel(0)])
    await probe.first('welcome')
    const viewer = await MediaViewer.open(admin)
    viewer.openChannel(0, sn)
    const { streamId } = await probe.first('open-stream')
    await admin.call(deviceUnbind, { sn })
    expect(await probe.first('close-stream')).toEqual({ kind: 'close-stream', streamId })
    await expect.poll(() => probe.heard).toContainEqual({ kind: 'bound', isBound: false })
    await viewer.untilFailed(0, 'not-found')
    await admin.call(deviceBind, { sn, securityCode, siteId: 'harbor-warehouse' })
    await expect.poll(() => probe.heard).toContainEqual({ kind: 'bound', isBound: true })
    probe.socket.close()
    viewer.close()
  })

  test('keeps no key that its former owner meant for it: nobody comes in with that once another has it', async () => {
    const { securityCode, sn } = demoDevices.shop
    const theirs = randomKey()
    await service.edit((db) => db.updateTable('device').set({ next_key_hex: theirs }).where('sn', '=', sn).execute())
    await admin.call(deviceUnbind, { sn })
    const device = await GatewayProbe.open(service.url)
    await device.hello(sn, await keptAgentKey({ sn, securityCode }), [channel(0)])
    await device.first('welcome')
    await admin.call(deviceBind, { sn, securityCode, siteId: 'harbor-shop' })
    const thief = await GatewayProbe.open(service.url)
    await thief.hello(sn, theirs, [channel(0)])
    expect(await thief.first('refused')).toEqual({ kind: 'refused', reason: 'wrong-key' })
    device.socket.close()
  })

  test('keeps no key that its former owner had: once it shows another, that of before is wrong, for the gateway and for who binds it', async () => {
    const { securityCode, sn } = demoDevices.shop
    const stranger = await service.signIn('stranger')
    const siteId = OTHER_SITE_ID
    const theirs = 'THEIRCODE1'
    await service.edit(async (db) => {
      const key_hex = await keptAgentKey({ sn, securityCode: theirs })
      await db.updateTable('device').set({ key_hex }).where('sn', '=', sn).execute()
    })
    await admin.call(deviceUnbind, { sn })
    // Who does not know its key cannot have it taken for theirs before: nobody comes in by saying one that they did not sign with.
    const liar = await GatewayProbe.open(service.url)
    await liar.hello(sn, randomKey())
    await liar.first('enrol')
    liar.say({ kind: 'enrol', key: randomKey() })
    expect(await liar.first('refused')).toEqual({ kind: 'refused', reason: 'wrong-key' })
    // It was set back to the code of its label.
    const device = await GatewayProbe.open(service.url)
    await device.hello(sn, await keptAgentKey({ sn, securityCode }), [channel(0)])
    await device.first('enrol')
    device.say({ kind: 'enrol', key: await keptAgentKey({ sn, securityCode }) })
    await device.first('welcome')
    expect((await stranger.failure(deviceBind, { sn, securityCode: theirs, siteId })).code).toBe(codeOf('security-code-wrong'))
    await stranger.call(deviceBind, { sn, securityCode, siteId })
    for (const key of [await keptAgentKey({ sn, securityCode: theirs }), randomKey()]) {
      const thief = await GatewayProbe.open(service.url)
      await thief.hello(sn, key, [channel(0)])
      expect(await thief.first('refused')).toEqual({ kind: 'refused', reason: 'wrong-key' })
    }
    await stranger.call(deviceUnbind, { sn })
    await admin.call(deviceBind, { sn, securityCode, siteId: 'harbor-shop' })
    device.socket.close()
  })
})
