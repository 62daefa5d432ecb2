import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { deviceBind } from '#contract/calls/device/device-bind.ts'
import { deviceDetail } from '#contract/calls/device/device-detail.ts'
import { deviceUnbind } from '#contract/calls/device/device-unbind.ts'
import { GATEWAY_PATH } from '#contract/device-gateway.ts'
import { deviceTypes } from '#contract/enums.ts'
import { codeOf } from '#contract/errors.ts'
import { bindingKeyFile } from '#device/agent/binding-key-file.ts'
import { DeviceAgent } from '#device/agent/device-agent.ts'
import { proofOf } from '#device/agent/identity.ts'
import { Devices } from '#server/devices/devices.ts'
import { Bus } from '#server/nodes/bus.ts'
import { GatewayProbe } from '#tests/support/gateway-probe.ts'
import { keptAgentKey } from '#tests/support/kept-agent-key.ts'
import { OTHER_SITE_ID } from '#tests/support/other-organization.ts'
import { channel, demoDevices, TestService } from '#tests/support/service.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'

/** Its code never changes: it stands on its label, and everybody who ever had it may have written it down. */
const label = { sn: 'LABEL00001', securityCode: 'LABELCODE1' }
const { sn } = label
let service: TestService
let former: ServiceClient
let owner: ServiceClient
/** What the device has a disk for. */
let disk: string
let said: string[]
let device: DeviceAgent
/** What nodes are still to hear of bindings, while that is late. */
let late: (() => void)[] | undefined

beforeAll(async () => {
  delayBindings()
  disk = mkdtempSync(join(tmpdir(), 'sightline-device-'))
  service = await TestService.start()
  former = await service.signIn('admin')
  owner = await service.signIn('stranger')
  device = await switchOn()
})
afterAll(async () => {
  await device.stop()
  await service.close()
  vi.restoreAllMocks()
  rmSync(disk, { recursive: true })
})

/** Has nodes hear of bindings late while `late` is there, as they do on PostgreSQL after they were out of touch with it. */
function delayBindings(): void {
  const { on } = Bus.prototype
  vi.spyOn(Bus.prototype, 'on').mockImplementation(function (this: Bus, kind, listener) {
    on.call(this, kind, (message) => {
      if (kind === 'binding-changed' && late !== undefined) late.push(() => listener(message))
      else listener(message)
    })
  })
}

/** Bound to somebody else, and nobody has heard of it before this is called. */
async function rebindUnheard(): Promise<() => void> {
  const unheard: (() => void)[] = (late = [])
  await owner.call(deviceUnbind, { sn })
  await owner.call(deviceBind, { ...label, siteId: OTHER_SITE_ID })
  return () => {
    late = undefined
    for (const hear of unheard) hear()
  }
}

/** The device itself, as it starts: it has nothing but its label and its disk. */
async function switchOn(): Promise<DeviceAgent> {
  said = []
  const agent = new DeviceAgent({
    url: service.url.replace('http', 'ws') + GATEWAY_PATH,
    description: { sn, devType: deviceTypes.ipc, name: 'Door', model: 'T-1', version: '1.0' },
    securityCode: label.securityCode,
    key: await keptAgentKey({ sn, securityCode: label.securityCode }),
    bindingKey: bindingKeyFile(disk, sn),
    channels: [channel(0)],
    source: { open: () => ({ close: () => {} }) },
    log: (_level, text) => said.push(text),
  })
  agent.start()
  await agent.firstAttempt
  return agent
}

async function restart(): Promise<void> {
  await device.stop()
  device = await switchOn()
}

const rowOf = () =>
  service.edit((db) =>
    db.selectFrom('device').where('sn', '=', sn).select(['status', 'binding_key_sealed', 'is_binding_key_kept']).executeTakeFirstOrThrow(),
  )
const keyOnDisk = () => bindingKeyFile(disk, sn).read()

/** Until the device keeps the key of its binding, and the service knows. */
async function agreed(): Promise<string> {
  await expect.poll(async () => (await rowOf()).is_binding_key_kept).toBe(1)
  return keyOnDisk() ?? ''
}

/** How the gateway answers who says that they are the device. */
async function comeAs(code: string, bindingKey?: string): Promise<string> {
  const probe = await GatewayProbe.open(service.url)
  await probe.hello(sn, await keptAgentKey({ sn, securityCode: code }), [channel(0)], [], bindingKey)
  const answer = await Promise.race([probe.first('welcome'), probe.first('refused')])
  probe.socket.terminate()
  await probe.closed
  return answer.kind === 'refused' ? answer.reason : answer.kind
}

test('who had a device before does not come in as it with the code of its label, nor with the key of that time; it stays connected', async () => {
  await former.call(deviceBind, { ...label, siteId: 'harbor-gate' })
  const old = await agreed()
  await former.call(deviceUnbind, { sn })
  await expect.poll(keyOnDisk).toBeUndefined()
  await owner.call(deviceBind, { ...label, siteId: OTHER_SITE_ID })
  const now = await agreed()
  expect(now).toMatch(/^[0-9a-f]{64}$/)
  expect(now).not.toBe(old)
  for (const theirs of [undefined, old, '0'.repeat(64)]) expect(await comeAs(label.securityCode, theirs)).toBe('binding-key-missing')
  // Whoever does not even have its code is told no more than ever.
  expect(await comeAs('ANOTHERCODE', old)).toBe('wrong-key')
  expect(said.filter((text) => text.includes('lost the service') || text.includes('refused'))).toEqual([])
  expect(device.isHeard).toBe(true)
  expect((await rowOf()).status).toBe(1)
  // Its owner reads that somebody came; the former one reads nothing of it any more.
  expect((await owner.call(deviceDetail, { sn })).keyMissedAtMs).toBeGreaterThan(service.now - 60_000)
  expect((await former.failure(deviceDetail, { sn })).code).toBe(codeOf('serial-number-unknown'))
  // Only the device and the service know it: not whoever reads the database.
  expect((await rowOf()).binding_key_sealed).not.toContain(now)
})

test('the key outlasts a restart of the device, and one of the service', async () => {
  const key = await agreed()
  await restart()
  expect(device.isHeard).toBe(true)
  expect(keyOnDisk()).toBe(key)
  await device.stop()
  await service.restart()
  former = await service.signIn('admin')
  owner = await service.signIn('stranger')
  expect(await comeAs(label.securityCode)).toBe('binding-key-missing')
  device = await switchOn()
  expect(device.isHeard).toBe(true)
})

test('who finds out tries ten times', async () => {
  service.advance(5 * 60_000)
  for (let time = 0; time < 10; time += 1) expect(await comeAs(label.securityCode)).toBe('binding-key-missing')
  expect(await comeAs(label.securityCode)).toBe('too-many-attempts')
  service.advance(5 * 60_000)
})

test('a device that has lost its key says what is to be done, and comes in once that is done', async () => {
  await device.stop()
  bindingKeyFile(disk, sn).forget()
  device = await switchOn()
  expect(device.isHeard).toBe(false)
  expect(said.join('\n')).toContain('has lost the key that was agreed on when it was added')
  expect(said.join('\n')).toContain('Its owner has to unbind it in the app and add it again')
  expect((await owner.call(deviceDetail, { sn })).keyMissedAtMs).not.toBeNull()
  await owner.call(deviceUnbind, { sn })
  await restart()
  await owner.call(deviceBind, { ...label, siteId: OTHER_SITE_ID })
  await agreed()
  expect((await owner.call(deviceDetail, { sn })).keyMissedAtMs).toBeNull()
  await restart()
  expect(device.isHeard).toBe(true)
})

test('a device that was away when it was unbound forgets the key as it comes, and is bound only while it is there', async () => {
  const old = await agreed()
  await device.stop()
  await expect.poll(async () => (await rowOf()).status).toBe(2)
  await owner.call(deviceUnbind, { sn })
  // Else whoever came first would be given the key.
  expect((await former.failure(deviceBind, { ...label, siteId: 'harbor-gate' })).code).toBe(codeOf('device-offline'))
  expect(keyOnDisk()).toBe(old)
  device = await switchOn()
  expect(keyOnDisk()).toBeUndefined()
  await former.call(deviceBind, { ...label, siteId: 'harbor-gate' })
  expect(await agreed()).not.toBe(old)
})

/** Comes as the device with the code of its label, and is let in. */
async function enterAs(of: { sn: string; securityCode: string }, bindingKey?: string): Promise<GatewayProbe> {
  const probe = await GatewayProbe.open(service.url)
  await probe.hello(of.sn, await keptAgentKey(of), [channel(0)], [], bindingKey)
  await probe.first('welcome')
  return probe
}

async function leave(probe: GatewayProbe): Promise<void> {
  probe.socket.close()
  await probe.closed
  await expect.poll(async () => (await rowOf()).status).toBe(2)
}

test('who comes after it was bound is not given its key, whether the device keeps keys or not', async () => {
  await former.call(deviceUnbind, { sn })
  await device.stop()
  // As older devices do, it keeps none.
  const old = await enterAs(label)
  await owner.call(deviceBind, { ...label, siteId: OTHER_SITE_ID })
  const { key } = await old.first('binding-key')
  old.say({ kind: 'binding-key-kept', proof: '0'.repeat(64) })
  await old.wasHeard()
  expect(old.heard.map(({ kind }) => kind)).not.toContain('refused')
  await leave(old)
  const thief = await enterAs(label)
  // What they are told of the next change comes after all that they are told of this one.
  await owner.call(deviceUnbind, { sn })
  await thief.first('bound')
  expect(thief.heard.map(({ kind }) => kind)).not.toContain('binding-key')
  await leave(thief)
  // Nor does a device keep anybody out that was cut off before it had the key.
  const cut = await enterAs(label)
  await owner.call(deviceBind, { ...label, siteId: OTHER_SITE_ID })
  expect((await cut.first('binding-key')).key).not.toBe(key)
  await leave(cut)
  expect(await comeAs(label.securityCode)).toBe('welcome')
  expect((await rowOf()).is_binding_key_kept).toBe(0)
})

test('a device that was bound before there were keys is given none as it comes, and keeps nobody out', async () => {
  const { gate } = demoDevices
  const probe = await enterAs(gate)
  await former.call(deviceUnbind, { sn: gate.sn })
  await probe.first('bound')
  expect(probe.heard.map(({ kind }) => kind)).not.toContain('binding-key')
  await former.call(deviceBind, { sn: gate.sn, securityCode: gate.securityCode, siteId: 'harbor-gate' })
  await probe.first('binding-key')
  probe.socket.close()
  await probe.closed
})

test('a device that was cut off before it could say that it keeps the key shows it', async () => {
  await owner.call(deviceUnbind, { sn })
  const cut = await enterAs(label)
  await owner.call(deviceBind, { ...label, siteId: OTHER_SITE_ID })
  const { key } = await cut.first('binding-key')
  await leave(cut)
  await leave(await enterAs(label, key))
  expect((await rowOf()).is_binding_key_kept).toBe(1)
  expect(await comeAs(label.securityCode)).toBe('binding-key-missing')
})

test('a device that hears late of its bindings does not forget the key of the newest', async () => {
  await owner.call(deviceUnbind, { sn })
  const probe = await enterAs(label)
  await owner.call(deviceBind, { ...label, siteId: OTHER_SITE_ID })
  const { key: first } = await probe.first('binding-key')
  const hear = await rebindUnheard()
  hear()
  const keys = () => probe.heard.flatMap((message) => (message.kind === 'binding-key' ? [message.key] : []))
  await expect.poll(() => keys().at(-1)).not.toBe(first)
  expect(probe.heard).not.toContainEqual({ kind: 'bound', isBound: false })
  await leave(probe)
})

test('a device that comes back before its node hears of its bindings is not kept out afterwards', async () => {
  await owner.call(deviceUnbind, { sn })
  device = await switchOn()
  await owner.call(deviceBind, { ...label, siteId: OTHER_SITE_ID })
  await agreed()
  const hear = await rebindUnheard()
  await restart()
  hear()
  await expect.poll(() => device.isHeard).toBe(true)
  for (let time = 0; time < 2; time += 1) {
    await restart()
    expect(device.isHeard).toBe(true)
  }
  // A change that is heard while it comes in does not count for more than the database.
  const again = await rebindUnheard()
  const { connected } = Devices.prototype
  vi.spyOn(Devices.prototype, 'connected').mockImplementationOnce(async function (this: Devices, hello) {
    await connected.call(this, hello)
    const unheard = late ?? []
    for (const hearUnbound of unheard.slice(0, unheard.length / 2)) hearUnbound()
  })
  await restart()
  expect(device.isHeard).toBe(true)
  again()
})

test('who comes while the device says that it keeps the key is not let in without it', async () => {
  await owner.call(deviceUnbind, { sn })
  await owner.call(deviceBind, { ...label, siteId: OTHER_SITE_ID })
  await agreed()
  const setKept = (kept: 0 | 1) =>
    service.edit((db) => db.updateTable('device').where('sn', '=', sn).set({ is_binding_key_kept: kept }).execute())
  await setKept(0)
  const { connected } = Devices.prototype
  vi.spyOn(Devices.prototype, 'connected').mockImplementationOnce(async function (this: Devices, hello) {
    await setKept(1)
    await connected.call(this, hello)
  })
  expect(await comeAs(label.securityCode)).toBe('binding-key-missing')
})

test('a device whose disk fails says so and goes on, with the others of its process', async () => {
  await device.stop()
  await owner.call(deviceUnbind, { sn })
  const file = join(disk, 'binding-keys', sn)
  rmSync(file, { force: true })
  // It can neither be read nor removed nor written.
  mkdirSync(file)
  device = await switchOn()
  await owner.call(deviceBind, { ...label, siteId: OTHER_SITE_ID })
  for (const verb of ['read', 'forget', 'keep'])
    await expect.poll(() => said.join('\n')).toContain(`${sn} cannot ${verb} the key of its binding: `)
  expect(device.isHeard).toBe(true)
  expect((await rowOf()).is_binding_key_kept).toBe(0)
  rmSync(file, { recursive: true })
})

test('devices that have lost their keys do not keep out others of their network', async () => {
  service.advance(5 * 60_000)
  const lost = Array.from({ length: 10 }, (_, count) => ({ sn: `LOSTKEY00${count}`, securityCode: `LOSTCODE0${count}` }))
  for (const one of lost) {
    const key = await keptAgentKey(one)
    const probe = await GatewayProbe.open(service.url)
    await probe.hello(one.sn, key)
    await probe.first('enrol')
    probe.say({ kind: 'enrol', key })
    await probe.first('welcome')
    await owner.call(deviceBind, { ...one, siteId: OTHER_SITE_ID })
    const given = await probe.first('binding-key')
    const { nonce } = await probe.first('challenge')
    probe.say({ kind: 'binding-key-kept', proof: proofOf(given.key, nonce) })
    const isKept = () =>
      service.edit((db) => db.selectFrom('device').where('sn', '=', one.sn).select('is_binding_key_kept').executeTakeFirst())
    await expect.poll(isKept).toEqual({ is_binding_key_kept: 1 })
    for (let time = 0; time < 10; time += 1) {
      const again = await GatewayProbe.open(service.url)
      await again.hello(one.sn, key)
      expect((await again.first('refused')).reason).toBe('binding-key-missing')
    }
  }
  await restart()
  expect(device.isHeard).toBe(true)
})
