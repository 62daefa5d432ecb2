import { expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import { OutgoingStream } from '#device/agent/outgoing-stream.ts'

/** A line that takes nothing for now. */
function line() {
  const sent: Uint8Array[] = []
  const socket = {
    OPEN: 1,
    readyState: 1,
    bufferedAmount: 0,
    send: (data: Uint8Array | string) => {
      if (typeof data !== 'string') sent.push(data)
      socket.bufferedAmount += data.length
    },
  }
  const stream = new OutgoingStream(socket as unknown as WebSocket, 1, { correctionMs: 0 } as ConstructorParameters<
    typeof OutgoingStream
  >[2])
  stream.opened({ codec: 'avc1.64001f', width: 640, height: 360, fps: 15 })
  const send = (isKey: boolean, isPreroll: boolean, bytes: number) =>
    stream.unit({ isKey, isPreroll, ptsUs: 0, captureMs: 0, data: new Uint8Array(bytes) })
  return { sent, send, socket }
}

test('a group of 20 s comes whole to whoever joins, with its newest picture; what does not leave after that waits for a key frame', () => {
  const { sent, send, socket } = line()
  for (let past = 0; past < 300; past += 1) send(past === 0, true, 40_000)
  send(false, false, 40_000)
  expect(sent).toHaveLength(301)
  for (let live = 0; live < 60; live += 1) send(false, false, 40_000)
  expect(sent.length).toBeLessThan(340)
  socket.bufferedAmount = 0
  sent.length = 0
  send(false, false, 40_000)
  expect(sent).toHaveLength(0)
  send(true, false, 40_000)
  expect(sent).toHaveLength(1)
})
