import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocketServer, type WebSocket } from 'ws'
import type { ToDevice } from '#contract/device-gateway.ts'
import { deviceTypes } from '#contract/enums.ts'
import { GatewayConnection } from '#device/agent/gateway-connection.ts'
import { TestSource } from '#tests/support/test-source.ts'

const HOUR_MS = 3_600_000

test('a device says when its clock is wrong, and when it is right again though pictures were timed meanwhile', async () => {
  const gateway = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(gateway, 'listening')
  onTestFinished(() => gateway.close())
  const connected = once(gateway, 'connection')
  const source = new TestSource()
  const said: [string, string][] = []
  let behindMs = HOUR_MS
  const connection = new GatewayConnection({
    url: `ws://127.0.0.1:${(gateway.address() as AddressInfo).port}`,
    description: { sn: 'CLOCK1', devType: deviceTypes.ipc, name: 'Camera', model: 'T-1', version: '1.0' },
    key: '',
    bindingKey: undefined,
    channels: () => [],
    source,
    commands: {},
    now: () => Date.now() - behindMs,
    log: (level, text) => said.push([level, text]),
    onWelcome: () => {},
    onEnd: () => {},
  })
  onTestFinished(() => connection.close())
  const [service] = (await connected) as [WebSocket]
  const say = (message: ToDevice) => service.send(JSON.stringify(message))
  const clock = () => say({ kind: 'clock', nowMs: Date.now() })

  clock()
  await expect.poll(() => said).toEqual([['warn', "CLOCK1: the clock is 3600 s behind the service's; live pictures are timed by that one"]])
  say({ kind: 'open-stream', streamId: 1, chlIndex: 0, stream: 'main' })
  await expect.poll(() => source.main.watchers).toBe(1)
  behindMs = 0
  source.main.film(true)
  clock()
  await expect.poll(() => said.slice(1)).toEqual([['info', 'CLOCK1: the clock is right now']])
  // Nothing is said twice.
  clock()
  say({ kind: 'close-stream', streamId: 1 })
  await expect.poll(() => source.main.watchers).toBe(0)
  expect(said).toHaveLength(2)
})
