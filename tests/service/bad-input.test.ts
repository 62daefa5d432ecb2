import { afterAll, beforeAll, expect, test } from 'vitest'
import { login } from '#contract/calls/user/login.ts'
import { alarmSearchList } from '#contract/calls/event/alarm-search-list.ts'
import { contactAdd } from '#contract/calls/contact/contact-add.ts'
import { profileGet } from '#contract/calls/user/profile-get.ts'
import { writeRequest } from '#contract/write-request.ts'
import { TestService } from '#tests/support/service.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'

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

test('pages and times that no database can count to are refused by name, and an empty list of what is wanted finds nothing', async () => {
  const first = { pageSize: 10 }
  for (const [field, value] of [
    ['pageSize', 2 ** 52],
    ['fromMs', 1e300],
    ['fromMs', 1.5],
  ] as const) {
    expect(await admin.failure(alarmSearchList, { ...first, [field]: value })).toEqual({ code: 1000, detail: { field } })
  }
  for (const field of ['siteIds', 'kinds', 'channels', 'ruleIds', 'states']) {
    expect(await admin.call(alarmSearchList, { ...first, [field]: [] })).toEqual({ total: 0, alarms: [], next: null })
  }
})

test('data that lies deeper than any call asks for is refused, however deep', async () => {
  const envelope = writeRequest('(deep)', { id: 'deep', nonce: 'n', nowMs: 1 })
  for (const depth of [100, 10_000, 400_000]) {
    const { status, reply } = await admin.post(contactAdd.path, envelope.replace('"(deep)"', '['.repeat(depth) + ']'.repeat(depth)))
    expect([depth, status, reply]).toMatchObject([depth, 200, { ok: false, code: 1000 }])
  }
})
