import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer, type WebSocket } from 'ws'
import { Gop } from '#contract/gop.ts'
import { encodeMediaUnit, mediaCodecs, mediaRequest, type MediaMessage, type MediaUnit } from '#contract/media.ts'
import { TestCamera } from '#tests/support/test-camera.ts'
import type { Chain } from './chain.ts'
import { clips, type ClipName } from './clips.ts'

const CAMERAS = 16

type Unit = Omit<MediaUnit, 'channel' | 'isPreroll'>

/** A camera and its last group of pictures. */
class Stream {
  readonly camera: TestCamera
  readonly name: ClipName
  readonly gop = new Gop<Unit>()
  readonly viewers = new Set<(unit: Unit, isPreroll: boolean) => void>()

  constructor(name: ClipName, path: string) {
    const { clip, caps } = clips[name]
    this.name = name
    this.camera = new TestCamera({ path, clip, fps: caps.fps })
    this.camera.add({ rtp: () => this.#deliver(), rtcp: () => {} })
  }

  #deliver(): void {
    const { clip, fps } = this.camera.options
    const sequence = this.camera.count - 1
    const picture = clip.pictures[sequence % clip.pictures.length]
    if (picture === undefined) return
    const ptsUs = Math.round((sequence * 1e6) / fps)
    const unit = { isKey: picture.isKey, codec: mediaCodecs.h264, ptsUs, captureMs: Date.now(), sequence, data: picture.unit }
    this.gop.push(unit)
    for (const viewer of this.viewers) viewer(unit, false)
  }
}

/** Pictures straight from the camera onto a media socket, without RTSP, bridge and service: the browser's part of the figures. */
export async function startDirectChain(): Promise<Chain> {
  const streams = (Object.keys(clips) as ClipName[]).flatMap((name) =>
    Array.from({ length: CAMERAS }, (_, index) => new Stream(name, `/${name}-${index}`)),
  )
  const http = createServer()
  const sockets = new WebSocketServer({ server: http, perMessageDeflate: false })
  sockets.on('connection', (socket) => serve(socket, streams))
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo
  return {
    cameras: (name, count) =>
      streams
        .filter((stream) => stream.name === name)
        .slice(0, count)
        .map(({ camera }) => ({ camera, asked: { sn: camera.options.path, chlIndex: 0, streams: [clips[name].caps] } })),
    relayAddress: async () => `ws://127.0.0.1:${port}/media-ws`,
    close: async () => {
      for (const socket of sockets.clients) socket.terminate()
      for (const { camera } of streams) camera.close()
      await new Promise((resolve) => http.close(resolve))
    },
  }
}

function serve(socket: WebSocket, streams: Stream[]): void {
  const closers = new Map<number, () => void>()
  socket.on('message', (text) => {
    const request = mediaRequest.parse(JSON.parse(String(text)))
    closers.get(request.channel)?.()
    if (request.op !== 'open') return
    const { channel } = request
    const stream = streams.find((one) => one.camera.options.path === request.sn)
    if (stream === undefined) return
    const config: MediaMessage = { op: 'config', channel, ...clips[stream.name].caps }
    socket.send(JSON.stringify(config))
    const send = (unit: Unit, isPreroll: boolean) => socket.send(encodeMediaUnit({ ...unit, channel, isPreroll }))
    for (const { unit, isPreroll } of stream.gop.burst()) send(unit, isPreroll)
    stream.viewers.add(send)
    closers.set(channel, () => stream.viewers.delete(send))
  })
  socket.on('close', () => {
    for (const closer of closers.values()) closer()
  })
}
