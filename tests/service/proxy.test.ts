import { afterEach, expect, test } from 'vitest'
import { opLogsList } from '#contract/calls/log/op-logs-list.ts'
import { login } from '#contract/calls/user/login.ts'
import { writeRequest } from '#contract/write-request.ts'
import { TestService } from '#tests/support/service.ts'

const ELSEWHERE = '203.0.113.9'
let service: TestService
afterEach(() => service.close())

/** Signs in with a wrong password, as through a proxy that says who asks. */
async function failFrom(address: string): Promise<number> {
  const body = writeRequest({ loginName: 'guard', password: 'wrong' }, { id: crypto.randomUUID(), nonce: 'n', nowMs: Date.now() })
  const { reply } = await service.client().post(login.path, body, { 'x-forwarded-for': address })
  return reply?.ok === false ? reply.code : 200
}

async function addressesInTrail(): Promise<string[]> {
  const admin = await service.signIn('admin')
  const range = { pageNum: 1, pageSize: 10, fromMs: service.now - 60_000, untilMs: service.now + 60_000 }
  return (await admin.call(opLogsList, { ...range, userId: 'harbor-guard' })).logs.map(({ address }) => address)
}

test('behind a proxy that is trusted, the trail and the rates go by who asked the proxy', async () => {
  service = await TestService.start({ trustedProxies: ['127.0.0.0/8'] })
  await failFrom(ELSEWHERE)
  expect(await addressesInTrail()).toEqual([ELSEWHERE])
  for (let time = 1; time < 60; time += 1) await failFrom(ELSEWHERE)
  expect(await failFrom(ELSEWHERE)).toBe(6001)
  expect(await failFrom('203.0.113.10')).not.toBe(6001)
})

test('nobody is believed about where they are who is not such a proxy', async () => {
  service = await TestService.start({ trustedProxies: ['10.0.0.1'] })
  await failFrom(ELSEWHERE)
  expect(await addressesInTrail()).toEqual(['127.0.0.1'])
})
