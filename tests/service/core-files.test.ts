import { afterAll, beforeAll, expect, test } from 'vitest'
import { avatarUpdate } from '#contract/calls/account/avatar-update.ts'
import { eventExport } from '#contract/calls/event/event-export.ts'
import type { CoreApi, FileProgress } from '#contract/core-api.ts'
import { Core } from '#workers/core/core.ts'
import { systemClock } from '#workers/core/system-clock.ts'
import { nodePorts } from '#tests/support/core/node-ports.ts'
import { TestProfile } from '#tests/support/core/test-ports.ts'
import { TestService } from '#tests/support/service.ts'
import { TcpProxy } from '#tests/support/tcp-proxy.ts'

/** A picture of one point, and as many bytes behind it as a test likes: readers of PNG pass over them. */
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

let service: TestService
let proxy: TcpProxy
let profile: TestProfile
let core: Core
let api: CoreApi

beforeAll(async () => {
  service = await TestService.start()
  proxy = new TcpProxy(Number(new URL(service.url).port))
  profile = new TestProfile()
  const url = `http://127.0.0.1:${await proxy.listen()}`
  core = new Core(nodePorts(profile, { url, origin: service.origin, clock: systemClock }), { build: 'one', generation: 0 }, () => {})
  api = core.api
  expect(await api.signIn(service.person('admin'))).toMatchObject({ ok: true })
})
afterAll(async () => {
  core.stop()
  profile.close()
  await proxy.close()
  await service.close()
})

function picture(bytes: number): File {
  return new File([PNG, new Uint8Array(bytes)], 'me.png', { type: 'image/png' })
}

test('a picture reaches the service, and the tab sees it go', async () => {
  const told: FileProgress[] = []
  const result = await api.call(avatarUpdate.path, { file: picture(300_000) }, {}, (progress) => told.push(progress))
  expect(result).toMatchObject({ ok: true, data: { avatarUrl: expect.any(String) } })
  expect(told.length).toBeGreaterThanOrEqual(2)
  expect(told[0]?.bytes).toBeLessThan(told.at(-1)?.bytes ?? 0)
  expect(told.at(-1)?.bytes).toBe(told.at(-1)?.totalBytes)
  expect(told.at(-1)?.bytes).toBeGreaterThan(300_000)
})

test('a picture that the service refuses is answered with its code', async () => {
  const noPicture = new File(['nothing'], 'me.png', { type: 'image/png' })
  expect(await api.call(avatarUpdate.path, { file: noPicture })).toMatchObject({ ok: false, code: 20018 })
})

test('an export arrives as a file, and the tab sees it come', async () => {
  const told: FileProgress[] = []
  const input = { fromMs: service.now - 60_000, toMs: service.now, format: 'csv', language: 'en-US' }
  const result = await api.call(eventExport.path, input, {}, (progress) => told.push(progress))
  expect(result).toMatchObject({ ok: true, data: { name: 'events.csv', type: 'text/csv; charset=utf-8' } })
  const file = result.ok ? (result.data as File) : undefined
  expect(await file?.text()).toMatch(/^Time,Time zone,/)
  expect(told.at(-1)).toMatchObject({ direction: 'down', bytes: file?.size, totalBytes: file?.size })
})

test('an upload that the tab calls off ends at once, also where nothing comes through any more', async () => {
  const told: FileProgress[] = []
  const asker = { tabId: 'a', callId: '1' }
  proxy.blackHole()
  const result = api.call(avatarUpdate.path, { file: picture(7_000_000) }, { asker }, (progress) => told.push(progress))
  await expect.poll(() => told.length).toBeGreaterThan(0)
  await api.cancelCall(asker)
  expect(await result).toMatchObject({ ok: false, code: 12347 })
  proxy.restore()
  expect(await api.call(avatarUpdate.path, { file: picture(10) })).toMatchObject({ ok: true })
})
