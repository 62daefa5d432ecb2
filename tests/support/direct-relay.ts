import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer, type WebSocket } from 'ws'
import type { StreamCaps } from '#contract/stream-caps.ts'
import type { StreamFault } from '#contract/enums.ts'
import { Gop } from '#shared/media/gop.ts'
import { encodeMediaUnit, mediaAlive, mediaCodecs, mediaRequest, type MediaMessage, type MediaUnit } from '#contract/media.ts'
import { beepFormat, Beeps } from './beeps.ts'
import type { Clip } from './clip.ts'
import { TestCamera } from './test-camera.ts'

type Unit = Omit<MediaUnit, 'channel' | 'isPreroll'>

/** Someone who sees a stream on a channel of a socket. */
interface Viewer {
  socket: WebSocket
  channel: number
  isListening?: boolean
}

/** A camera, its last group of pictures, and who looks. */
class DirectStream {
  readonly camera: TestCamera
  readonly viewers = new Set<Viewer>()
  /** This many units to come are noise. */
  damaged = 0
  readonly #caps: StreamCaps
  readonly #gop = new Gop<Unit>()
  readonly #sound: Beeps

  constructor(path: string, clip: Clip, caps: StreamCaps) {
    this.#caps = caps
    this.camera = new TestCamera({ path, clip, fps: caps.fps })
    this.#sound = new Beeps(caps.fps, (frame) => this.#sendSound(frame))
    this.camera.add({ rtp: () => this.#deliver(), rtcp: () => {} })
  }

  #deliver(): void {
    const { clip, fps } = this.camera.options
    const sequence = this.camera.count - 1
    const picture = clip.pictures[sequence % clip.pictures.length]
    if (picture === undefined) return
    const data = this.damaged > 0 ? noise(picture.unit) : picture.unit
    this.damaged = Math.max(0, this.damaged - 1)
    const ptsUs = Math.round((sequence * 1e6) / fps)
    const { isKey } = picture
    const unit = { kind: 'video' as const, isKey, codec: mediaCodecs.h264, ptsUs, captureMs: Date.now(), sequence, data }
    this.#gop.push(unit)
    for (const { socket, channel } of this.viewers) socket.send(encodeMediaUnit({ ...unit, channel, isPreroll: false }))
    this.#sound.pictureAt((sequence * 1000) / fps)
  }

  #sendSound(frame: { ptsUs: number; data: Uint8Array }): void {
    const unit = {
      kind: 'sound',
      isKey: false,
      isPreroll: false,
      codec: mediaCodecs.pcmu,
      captureMs: Date.now(),
      sequence: 0,
      ...frame,
    } as const
    for (const { socket, channel, isListening } of this.viewers)
      if (isListening === true) socket.send(encodeMediaUnit({ ...unit, channel }))
  }

  listen(socket: WebSocket, channel: number, isOn: boolean): void {
    for (const viewer of this.viewers) if (viewer.socket === socket && viewer.channel === channel) viewer.isListening = isOn
  }

  join(viewer: Viewer): void {
    const { socket, channel } = viewer
    const config: MediaMessage = { op: 'config', channel, ...this.#caps, sound: beepFormat }
    socket.send(JSON.stringify(config))
    for (const { unit, isPreroll } of this.#gop.burst()) socket.send(encodeMediaUnit({ ...unit, channel, isPreroll }))
    this.viewers.add(viewer)
  }

  close(): void {
    this.camera.close()
    this.#sound.close()
  }

  fail(fault: StreamFault): void {
    for (const { socket, channel } of this.viewers) socket.send(JSON.stringify({ op: 'failed', channel, fault } satisfies MediaMessage))
  }
}

/** A slice whose head is whole and whose rest is not. */
function noise(unit: Uint8Array): Uint8Array {
  return unit.map((byte, at) => (at < 16 ? byte : (byte * 31 + at * 17) & 0xff))
}

/**
 * The service's and the plugin's side of the media socket, straight from test cameras: no RTSP, bridge or service between, and
 * everything that can go wrong at a test's command.
 */
export class DirectRelay {
  isRefusing = false
  /** Sockets that were opened, by and by. */
  readonly opened = { relay: 0, plugin: 0 }
  /** The lines of these have died without a word. */
  readonly #dead = new WeakSet<WebSocket>()
  readonly #http: Server = createServer()
  readonly #sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false })
  readonly #streams = new Map<string, DirectStream>()
  readonly #pluginWindows = new Map<number, string>()
  readonly #paths = new Map<WebSocket, string>()

  constructor() {
    this.#http.on('upgrade', (request, socket, head) => {
      if (this.isRefusing) return socket.destroy()
      this.#sockets.handleUpgrade(request, socket, head, (media) => this.#serve(media, request.url ?? ''))
    })
  }

  listen(): Promise<void> {
    return new Promise((resolve) => this.#http.listen(0, '127.0.0.1', resolve))
  }

  url(source: 'relay' | 'plugin'): string {
    return `ws://127.0.0.1:${(this.#http.address() as AddressInfo).port}/${source}`
  }

  add(sn: string, clip: Clip, caps: StreamCaps): TestCamera {
    const stream = new DirectStream(sn, clip, caps)
    this.#streams.set(sn, stream)
    return stream.camera
  }

  stream(sn: string): DirectStream {
    const stream = this.#streams.get(sn)
    if (stream === undefined) throw new Error(`There is no camera ${sn}.`)
    return stream
  }

  /** What the plugin does at `preview` and `stop`. */
  preview(winIndex: number, sn: string): void {
    this.#pluginWindows.set(winIndex, sn)
    for (const socket of this.#socketsAt('/plugin')) this.stream(sn).join({ socket, channel: winIndex })
  }

  stopPreview(winIndex: number): void {
    const sn = this.#pluginWindows.get(winIndex)
    this.#pluginWindows.delete(winIndex)
    if (sn !== undefined) for (const socket of this.#socketsAt('/plugin')) this.#leave(socket, winIndex)
  }

  connections(source: 'relay' | 'plugin'): number {
    return this.#socketsAt(`/${source}`).length
  }

  /** Ends the sockets of a source as a crash does. */
  cut(source: 'relay' | 'plugin'): void {
    for (const socket of this.#socketsAt(`/${source}`)) socket.terminate()
  }

  /** The lines of a source die: neither end hears the other any more, nor that it is gone. */
  leaveDead(source: 'relay' | 'plugin'): void {
    for (const socket of this.#socketsAt(`/${source}`)) {
      this.#leave(socket)
      this.#dead.add(socket)
    }
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets.clients) socket.terminate()
    for (const stream of this.#streams.values()) stream.close()
    await new Promise((resolve) => this.#http.close(resolve))
  }

  #socketsAt(path: string): WebSocket[] {
    return [...this.#paths].filter(([, at]) => at === path).map(([socket]) => socket)
  }

  #leave(socket: WebSocket, channel?: number): void {
    for (const { viewers } of this.#streams.values())
      for (const viewer of viewers)
        if (viewer.socket === socket && (channel === undefined || viewer.channel === channel)) viewers.delete(viewer)
  }

  #serve(socket: WebSocket, path: string): void {
    this.#paths.set(socket, path)
    this.opened[path === '/plugin' ? 'plugin' : 'relay'] += 1
    socket.on('message', (text: Buffer) => {
      if (this.#dead.has(socket)) return
      const said: unknown = JSON.parse(text.toString())
      if (mediaAlive.safeParse(said).success) return socket.send(JSON.stringify(said))
      const request = mediaRequest.parse(said)
      if (request.op === 'open' || request.op === 'close') this.#leave(socket, request.channel)
      if (request.op === 'sound') for (const stream of this.#streams.values()) stream.listen(socket, request.channel, request.isOn)
      if (request.op === 'open') this.stream(request.sn).join({ socket, channel: request.channel })
    })
    socket.on('close', () => {
      this.#paths.delete(socket)
      this.#leave(socket)
    })
    if (path === '/plugin') for (const [winIndex, sn] of this.#pluginWindows) this.stream(sn).join({ socket, channel: winIndex })
  }
}
