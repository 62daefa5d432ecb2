import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WebSocketServer } from 'ws'
import { encodeMediaBundle, encodeMediaUnit, mediaCodecs } from '#contract/media.ts'
import { until } from '#tests/support/until.ts'
import { SourceSocket } from '#workers/media/source-socket.ts'

const CHANNEL = 3
let server: WebSocketServer

beforeEach(async () => {
  server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
})
afterEach(() => {
  vi.useRealTimers()
  server.close()
})

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
      onAnswering: nothing,
      onHeard: nothing,
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

const ALIVE = JSON.stringify({ op: 'alive' })
const SILENT_MS = 3_000

/** A socket whose other end answers that it lives for as long as the answer says, or is of an older kind, and how often it was asked. */
async function standing(answers: () => boolean) {
  vi.useFakeTimers({ toFake: ['performance'] })
  const nothing = () => {}
  const opened = Promise.withResolvers<void>()
  const said: string[] = []
  const told = {
    onAnswering: () => said.push('answering'),
    onHeard: (_: string, afterMs: number) => said.push(`heard after ${afterMs} ms`),
  }
  const events = { onOpen: () => opened.resolve(), onClosed: nothing, onMessage: nothing, onPast: nothing, onUnit: nothing, ...told }
  const socket = new SourceSocket('relay', { url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}` }, events)
  const [peer] = await once(server, 'connection')
  let asked = 0
  peer.on('message', (data: Buffer) => {
    asked += 1
    if (data.toString() === ALIVE && answers()) peer.send(ALIVE)
  })
  await opened.promise
  // After the first that it hears it says that it lives.
  peer.send(bundle())
  await until('the first word', () => asked === 1)
  /** What was sent has been heard at both ends. */
  const settled = async () => {
    peer.ping()
    await once(peer, 'pong')
    await new Promise((resolve) => setImmediate(resolve))
  }
  await settled()
  return { socket, peer, settled, said, asked: () => asked }
}

test('a line by which nothing comes is asked, and is found dead when nothing comes after that either', async () => {
  let isAlive = true
  const { socket, peer, settled, said, asked } = await standing(() => isAlive)
  expect(said).toEqual(['answering'])
  vi.advanceTimersByTime(SILENT_MS - 1)
  expect(socket.isSilent(SILENT_MS)).toBe(false)
  expect(asked()).toBe(1)
  for (let times = 2; times <= 4; times += 1) {
    vi.advanceTimersByTime(SILENT_MS)
    expect(socket.isSilent(SILENT_MS)).toBe(false)
    await until(`word ${times}`, () => asked() === times)
    await settled()
  }
  isAlive = false
  vi.advanceTimersByTime(SILENT_MS)
  expect(socket.isSilent(SILENT_MS)).toBe(false)
  await settled()
  vi.advanceTimersByTime(SILENT_MS - 1)
  expect(socket.isSilent(SILENT_MS)).toBe(false)
  vi.advanceTimersByTime(1)
  expect(socket.isSilent(SILENT_MS)).toBe(true)
  expect(asked()).toBe(5)
  expect(said).toEqual(['answering', 'heard after 0 ms', 'heard after 0 ms', 'heard after 0 ms'])
  // A line that is known to be slow may take longer.
  expect(socket.isSilent(SILENT_MS + 1)).toBe(false)
  // It was slow, and is not dead.
  peer.send(bundle())
  await settled()
  expect(said.at(-1)).toBe(`heard after ${SILENT_MS} ms`)
  expect(said).toHaveLength(5)
  expect(socket.isSilent(SILENT_MS)).toBe(false)
  socket.close()
})

test('where the service is found by another way, a line by which nothing comes is found dead within some 1.2 s, and one that answers is not', async () => {
  let isAlive = true
  const { socket, settled } = await standing(() => isAlive)
  vi.advanceTimersByTime(SILENT_MS)
  socket.doubt()
  await settled()
  vi.advanceTimersByTime(2 * SILENT_MS)
  expect(socket.isSilent(SILENT_MS)).toBe(false)
  expect(socket.isDoubted).toBe(false)
  await settled()

  isAlive = false
  // What has just brought something is not doubted.
  socket.doubt()
  expect(socket.isDoubted).toBe(false)
  vi.advanceTimersByTime(SILENT_MS)
  socket.doubt()
  expect(socket.isSilent(20_000)).toBe(false)
  vi.advanceTimersByTime(1_200)
  expect(socket.isSilent(20_000)).toBe(true)
  expect(socket.isDoubted).toBe(true)
  socket.close()
})

test('a relay of before, which does not answer that it lives, is not taken for a dead one', async () => {
  const { socket, settled, asked } = await standing(() => false)
  for (let times = 1; times <= 4; times += 1) {
    vi.advanceTimersByTime(SILENT_MS)
    expect(socket.isSilent(SILENT_MS)).toBe(false)
    await settled()
  }
  expect(asked()).toBe(1)
  socket.close()
})
