import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deviceBind } from '#contract/calls/device/device-bind.ts'
import { deviceDetail } from '#contract/calls/device/device-detail.ts'
import { deviceUnbind } from '#contract/calls/device/device-unbind.ts'
import { GATEWAY_PATH } from '#contract/device-gateway.ts'
import { deviceTypes } from '#contract/enums.ts'
import { codeOf } from '#contract/errors.ts'
import { bindingKeyFile } from '#device/agent/binding-key-file.ts'
import { DeviceAgent } from '#device/agent/device-agent.ts'
import { deviceKey } from '#device/agent/identity.ts'
import { GatewayProbe } from '#tests/support/gateway-probe.ts'
import { OTHER_SITE_ID } from '#tests/support/other-organization.ts'
import { channel, TestService } from '#tests/support/service.ts'
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

beforeAll(async () => {
  disk = mkdtempSync(join(tmpdir(), 'sightline-device-'))
  service = await TestService.start()
  former = await service.signIn('admin')
  owner = await service.signIn('stranger')
  device = await switchOn()
})
afterAll(async () => {
  await device.stop()
  await service.close()
  rmSync(disk, { recursive: true })
})

/** The device itself, as it starts: it has nothing but its label and its disk. */
async function switchOn(): Promise<DeviceAgent> {
  said = []
  const agent = new DeviceAgent({
    url: service.url.replace('http', 'ws') + GATEWAY_PATH,
    description: { sn, devType: deviceTypes.ipc, name: 'Door', model: 'T-1', version: '1.0' },
    securityCode: label.securityCode,
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
  await probe.hello(sn, await deviceKey(sn, code), [channel(0)], [], bindingKey)
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

test('a key that another connection was asked to keep is not taken for kept', async () => {
  await former.call(deviceUnbind, { sn })
  await device.stop()
  const probe = await GatewayProbe.open(service.url)
  await probe.hello(sn, await deviceKey(sn, label.securityCode), [channel(0)])
  await probe.first('welcome')
  await former.call(deviceBind, { ...label, siteId: 'harbor-gate' })
  await probe.first('binding-key')
  probe.say({ kind: 'binding-key-kept', proof: '0'.repeat(64) })
  await probe.wasHeard()
  expect(probe.heard.map(({ kind }) => kind)).not.toContain('refused')
  probe.socket.close()
  await probe.closed
  // One that keeps none, as older devices do, is not kept out.
  expect(await comeAs(label.securityCode)).toBe('welcome')
  expect((await rowOf()).is_binding_key_kept).toBe(0)
  device = await switchOn()
  await agreed()
  expect(readFileSync(join(disk, 'binding-keys', sn), 'utf8')).toBe(keyOnDisk())
})
