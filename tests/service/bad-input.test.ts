import { afterAll, beforeAll, expect, test } from 'vitest'
import { login } from '#contract/calls/user/login.ts'
import { profileGet } from '#contract/calls/user/profile-get.ts'
import { errors } from '#contract/errors.ts'
import { registry } from '#contract/registry.ts'
import { SeededRandom } from '#tests/support/seeded-random.ts'
import { TestService } from '#tests/support/service.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'

const REQUESTS = 3_000
/** All but those that end the session that asks. */
const calls = Object.values(registry).filter((call) => call !== registry.logout && call !== registry.tokenRenewal)
/** Values that some part of a service has once taken badly. */
const oddities: unknown[] = [
  null,
  true,
  -1,
  0,
  1.5,
  1e308,
  '',
  ' ',
  '\u0000',
  '\ud800',
  "' or 1=1 --",
  '%',
  '../..',
  'x'.repeat(5_000),
  [],
  {},
  [[]],
  { $gt: '' },
  [null],
]
const fieldNames = [
  'sn',
  'siteId',
  'siteIds',
  'configId',
  'configType',
  'configName',
  'configValue',
  'pageNum',
  'pageSize',
  'search',
  'channels',
  'alarmIds',
  'loginName',
  'password',
  'holder',
  'alias',
  'securityCode',
  'idCode',
  'imgCode',
  '__proto__',
  'constructor',
]
const goodEnough: Record<string, unknown> = {
  pageNum: 1,
  pageSize: 10,
  configType: 'layout',
  holder: 'tab',
  sn: 'GATE000001',
  loginName: 'nobody',
  password: 'x',
}
let service: TestService
let admin: ServiceClient

beforeAll(async () => {
  service = await TestService.start()
  admin = await service.signIn('admin')
})
afterAll(() => service.close())

test.each([
  ['', 'nothing'],
  ['{', 'half an object'],
  ['null', 'null'],
  ['"text"', 'text'],
  ['[]', 'a list'],
  ['{"data":{}}', 'no basic'],
  ['{"basic":{"ver":"1","time":"now","id":"a","nonce":"b"}}', 'a time that is none'],
  ['{"basic":{"ver":"1","time":1,"id":"","nonce":"b"}}', 'an empty id'],
])('a body that is no envelope is answered with 1000: %s', async (body) => {
  const { status, reply } = await admin.post(profileGet.path, body)
  expect(status).toBe(200)
  expect(reply).toMatchObject({ ok: false, code: 1000 })
})

test('a text with the character 0 is refused, which one of the databases cannot hold', async () => {
  const body = (loginName: string) =>
    JSON.stringify({ basic: { ver: '1', time: 1, id: '1', nonce: '1' }, data: { loginName, password: 'wrong' } })
  expect((await admin.post(login.path, body('a\0b'))).reply).toMatchObject({ ok: false, code: 1000 })
  expect((await admin.post(login.path, body('a\\u0000b'))).reply).toMatchObject({ ok: false, code: 20005 })
})

test('a body of more than a megabyte is answered with 1000', async () => {
  const { status, reply } = await admin.post(profileGet.path, JSON.stringify({ basic: {}, data: 'x'.repeat(1_100_000) }))
  expect([status, reply]).toMatchObject([200, { ok: false, code: 1000 }])
})

test('any content type is read as an envelope or refused as one', async () => {
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=utf-16',
    'nonsense',
  ]) {
    const { status, reply } = await admin.post(profileGet.path, 'a=b', { 'content-type': type })
    expect([type, status, reply]).toMatchObject([type, 200, { ok: false, code: 1000 }])
  }
})

test(`${REQUESTS} odd requests find no fault in the service, and no secret in its answers`, { timeout: 120_000 }, async () => {
  const random = new SeededRandom(20_261)
  const pick = <T>(list: readonly T[]): T => list[random.below(list.length)] as T
  const oddData = (depth: number): unknown => {
    if (depth === 0 || random.below(4) === 0) return pick(oddities)
    const names = Array.from({ length: 1 + random.below(5) }, () => pick(fieldNames))
    return Object.fromEntries(
      names.map((name) => [name, random.below(2) === 0 ? (goodEnough[name] ?? oddData(depth - 1)) : oddData(depth - 1)]),
    )
  }
  const seen = new Set<number>()
  for (let sent = 0; sent < REQUESTS; sent += 1) {
    // Rates are not what is tried here.
    if (sent % 50 === 0) service.advance(1_000 * 60)
    if (sent % 500 === 0) admin = await service.signIn('admin')
    const envelope = { basic: { ver: '1', time: sent, id: `odd-${sent}`, nonce: 'n' }, data: oddData(3) }
    if (random.below(8) === 0) Object.assign(envelope.basic, { [pick(['ver', 'time', 'id', 'nonce'])]: pick(oddities) })
    const text = JSON.stringify(envelope)
    const body = random.below(8) === 0 ? random.mutate(Buffer.from(text)).toString('latin1') : text
    const { status, reply, text: answer } = await admin.post(pick(calls).path, body)
    expect(status, body).toBe(200)
    expect(reply, body).toBeDefined()
    if (reply?.ok === false) {
      expect(Object.keys(errors), body).toContain(String(reply.code))
      expect(reply.code, body).not.toBe(500)
      seen.add(reply.code)
    }
    expect(answer).not.toMatch(/\bat .*\.ts:|SQLITE|node_modules|key_hex|argon2/)
  }
  expect(seen).not.toContain(7009)
  expect([...seen]).toEqual(expect.arrayContaining([1000, 20001]))
  // Some got past the border, into the handlers: which ones changes with the calls that there are.
  expect([...seen].filter((code) => code !== 1000 && code !== 20001).length).toBeGreaterThan(2)
  await admin.call(profileGet, null)
})
