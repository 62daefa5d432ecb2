import { expect, test } from 'vitest'
import type { MediaMessage } from '#contract/media.ts'
import { LiveWindow } from '#plugin/live-window.ts'
import type { RelayLink } from '#plugin/relay-link.ts'
import { SharedStream, type StreamSource } from '#plugin/shared-stream.ts'

const config = (stream: 'main' | 'sub') =>
  ({ op: 'config', channel: 1, stream, codec: 'avc1.64001f', width: 640, height: 360, fps: 15 }) satisfies MediaMessage

test('a window that grows changes with its next key frame to a stream that says that this is still to come', () => {
  const streams = { main: new SharedStream(of('main')), sub: new SharedStream(of('sub')) }
  const link = {
    join: (window, { stream }) => {
      streams[stream].viewers.add(window)
      return streams[stream]
    },
    leave: (window, stream) => void stream.viewers.delete(window),
    voices: { listen: () => {}, follow: () => false },
  } satisfies Pick<RelayLink, 'join' | 'leave'> & { voices: Pick<RelayLink['voices'], 'listen' | 'follow'> }
  const said: string[] = []
  const sink = {
    hasSocket: true,
    canTake: true,
    sendMessage: (message: MediaMessage) => void said.push(message.op === 'config' ? message.stream : message.op),
    sendUnit: () => {},
  }
  const window = new LiveWindow(0, of('sub'), sink)
  streams.sub.hearMessage(config('sub'))
  window.connect(link as unknown as RelayLink)
  window.setHeight(1_080)
  streams.main.hearMessage({ op: 'failed', channel: 1, fault: 'no-key-frame' })
  streams.main.hearMessage(config('main'))
  streams.main.hearUnit({ isKey: true, isPreroll: false, data: new Uint8Array(64) })
  expect(said).toEqual(['sub', 'main'])
})

function of(stream: 'main' | 'sub'): StreamSource {
  return { sn: 'C1', chlIndex: 0, stream }
}
