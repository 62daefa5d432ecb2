import { request } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { durationTypes } from '#contract/licence-terms.ts'
import { Shop } from '#tests/support/payment/shop.ts'
import { TestService, type ServiceOptions } from '#tests/support/service.ts'

const OUTBOX = '/sandbox/outbox'
let service: TestService
afterEach(() => service.close())

async function start(options: ServiceOptions = {}): Promise<string> {
  service = await TestService.start(options)
  const shop = new Shop(await service.signIn('admin'))
  const { orderId } = await shop.order({ kind: 'buy', chlNum: 2, durationType: durationTypes.days30 })
  return new URL(await shop.checkout(orderId)).pathname
}

async function status(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>()
  const asked = request(service.url + path, { method, headers }, (response) => resolve(response.resume().statusCode))
  asked.on('error', reject).end(method === 'POST' ? 'means=4242424242424242' : undefined)
  return promise
}

test('outbox and sandbox check-out answer this machine, and nobody for whom a proxy on it asks', async () => {
  const checkout = await start()
  for (const path of [OUTBOX, checkout]) {
    expect(await status(path)).toBe(200)
    for (const name of ['X-Forwarded-For', 'X-Forwarded-Proto', 'Forwarded', 'Via', 'X-Real-IP'])
      expect(await status(path, { [name]: '203.0.113.9' }), name).toBe(404)
    expect(await status(path, { host: 'video.example.org' })).toBe(404)
  }
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  expect(await status(checkout, { ...form, 'X-Forwarded-For': '203.0.113.9' }, 'POST')).toBe(404)
  expect(await status(checkout, form, 'POST')).toBe(303)
})

test('a service that browsers open under another address has neither, though it listens on loopback', async () => {
  const checkout = await start({ origins: ['https://video.example.org', 'http://localhost'] })
  for (const path of [OUTBOX, checkout]) expect(await status(path)).toBe(404)
})
