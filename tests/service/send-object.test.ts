import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import fastify from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import type { ObjectStore } from '#server/objects/object-store.ts'
import { sendObject } from '#server/objects/send-object.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('a film that is on its way is cut off within a second of the moment from which on it may not be seen any more', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  let isAllowed = true
  const parts = ['first', 'second', 'third'].map((text) => ({ text, ...Promise.withResolvers<void>() }))
  const read = () =>
    Readable.from(
      (async function* () {
        for (const { text, promise } of parts) {
          await promise
          yield Buffer.from(text)
        }
      })(),
    )
  const app = fastify()
  app.get('/film', (_, reply) =>
    sendObject(reply, { read } as unknown as ObjectStore, { key: 'film', size: 16, range: undefined, mayGoOn: async () => isAllowed }),
  )
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const answered = Promise.withResolvers<IncomingMessage>()
  get(`${address}/film`, answered.resolve).on('error', answered.reject)
  parts[0]?.resolve()
  const answer = await answered.promise
  const heard: string[] = []
  answer.setEncoding('utf8').on('data', (text: string) => heard.push(text))
  const cut = once(answer, 'error')
  await expect.poll(() => heard.join('')).toBe('first')
  vi.advanceTimersByTime(1_000)
  parts[1]?.resolve()
  await expect.poll(() => heard.join('')).toBe('firstsecond')
  isAllowed = false
  vi.advanceTimersByTime(1_000)
  parts[2]?.resolve()
  await cut
  expect(heard.join('')).toBe('firstsecond')
  await app.close()
})
