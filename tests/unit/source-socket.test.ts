import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { encodeMediaBundle, encodeMediaUnit, mediaCodecs } from '#contract/media.ts'
import { SourceSocket } from '#workers/media/source-socket.ts'

const CHANNEL = 3
let server: WebSocketServer

beforeEach(async () => {
  server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
})
afterEach(() => server.close())

/** A bundle of three units, numbered from 0. */
function bundle(): Uint8Array {
  const unit = { kind: 'video', channel: CHANNEL, isKey: false, isPreroll: false, codec: mediaCodecs.h264, ptsUs: 1, captureMs: 1 } as const
  return encodeMediaBundle(
    CHANNEL,
    [0, 1, 2].map((sequence) => [encodeMediaUnit({ ...unit, sequence, data: new Uint8Array(8) })]),
  )
}

test('whoever closes at a unit of a bundle is given none that stands behind it', async () => {
  const sequences: number[] = []
  const nothing = () => {}
  const socket: SourceSocket = new SourceSocket(
    'relay',
    { url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}` },
    {
      onOpen: nothing,
      onClosed: nothing,
      onMessage: nothing,
      onPast: nothing,
      onUnit: (_, { sequence }) => {
        sequences.push(sequence)
        if (sequence === 1) socket.close()
      },
    },
  )
  const [peer] = await once(server, 'connection')
  peer.send(bundle())
  await once(peer, 'close')
  expect(sequences).toEqual([0, 1])
})
