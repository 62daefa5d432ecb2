import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import type { FromDevice } from '#contract/device-gateway.ts'
import type { ChannelRecording, ChannelSource, SourceUnit, StreamHandle } from '#device/agent/channel-source.ts'
import { OutgoingClips } from '#device/agent/outgoing-clips.ts'
import { recordingAsH264 } from '#device/bridge/transcode/recording-as-h264.ts'
import { childrenWith } from '#tests/support/process-table.ts'
import { h265CounterClip } from '#tests/support/recording-camera.ts'

const PICTURES = 20
const PICTURE_MS = 40

/** A camera that films in H.265, and counts who reads what it has recorded. */
class FilmedInH265 implements ChannelSource {
  readers = 0
  readonly #clip = h265CounterClip()

  open(): StreamHandle {
    return { close: () => {} }
  }

  recording(): Promise<ChannelRecording> {
    const { codec, width, height, fps } = this.#clip
    return recordingAsH264({ format: { codec, width, height, fps }, units: this.#units() })
  }

  *#units(): Generator<SourceUnit> {
    this.readers += 1
    try {
      for (const [index, { data, isKey }] of this.#clip.units.slice(0, PICTURES).entries()) {
        const captureMs = index * PICTURE_MS
        yield { data, isKey, isPreroll: false, ptsUs: captureMs * 1000, captureMs }
      }
    } finally {
      this.readers -= 1
    }
  }
}

test('whoever leaves while their part of the past is made ready lets go of it: the next ones have their turn, and no process stays', async () => {
  const service = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(service, 'listening')
  const said: FromDevice[] = []
  const ended = Promise.withResolvers<void>()
  service.on('connection', (peer) =>
    peer.on('message', (data: Buffer, isBinary) => {
      if (isBinary) return
      const message = JSON.parse(data.toString()) as FromDevice
      said.push(message)
      if (message.kind === 'clip-end') ended.resolve()
    }),
  )
  const socket = new WebSocket(`ws://127.0.0.1:${(service.address() as AddressInfo).port}`)
  await once(socket, 'open')
  const source = new FilmedInH265()
  const clips = new OutgoingClips(socket, source)
  const ask = (streamId: number) =>
    clips.send({ kind: 'clip-request', streamId, chlIndex: 0, stream: 'main', startMs: 0, endMs: PICTURES * PICTURE_MS, asH264: true })
  // As many as are transcoded side by side.
  for (const streamId of [1, 2]) {
    ask(streamId)
    clips.cancel(streamId)
  }
  ask(3)
  await ended.promise
  expect(said).toMatchObject([
    { kind: 'clip-opened', streamId: 3, codec: expect.stringMatching(/^avc1\./) },
    { kind: 'clip-end', streamId: 3 },
  ])
  await expect.poll(() => source.readers).toBe(0)
  await expect.poll(() => childrenWith(process.pid, 'codec/main.ts')).toEqual([])
  socket.terminate()
  service.close()
})
