import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { OutgoingClips } from '#device/agent/outgoing-clips.ts'
import { EndlessSource } from '#tests/support/recording-camera.ts'

const UNITS = 200

it('a device that sends a long past goes on with everything else between two pictures', async () => {
  const service = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(service, 'listening')
  const socket = new WebSocket(`ws://127.0.0.1:${(service.address() as AddressInfo).port}`)
  await once(socket, 'open')
  const source = new EndlessSource()
  const clips = new OutgoingClips(socket, source)
  clips.send({ kind: 'clip-request', streamId: 1, chlIndex: 0, stream: 'main', startMs: 0, endMs: 1_000 })
  let mostInOneTurn = 0
  while (source.sent < UNITS) {
    const before = source.sent
    await nextTurn()
    mostInOneTurn = Math.max(mostInOneTurn, source.sent - before)
  }
  expect(mostInOneTurn).toBeLessThanOrEqual(2)
  clips.cancelAll()
  socket.terminate()
  service.close()
})
