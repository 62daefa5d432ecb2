import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import type * as z from 'zod/mini'
import type { StreamFault, StreamKind } from '#contract/enums.ts'
import {
  decodeMediaUnit,
  encodeMediaUnit,
  mediaAlive,
  mediaClose,
  mediaCodecs,
  type MediaMessage,
  mediaRequest,
  type MediaRequest,
  type MediaUnit,
  type relayGreeting,
  ticketAmong,
} from '#contract/media.ts'
import type { Picture } from './clip.ts'

/** Tickets that the relay does not take, by what it does instead. */
export const BAD_TICKET = { httpError: 'http-403', closed: 'close-4401' } as const

interface OpenChannel {
  socket: WebSocket
  channel: number
  sequence: number
}

const nameOf = (sn: string, chlIndex: number, stream: StreamKind) => `${sn}/${chlIndex}/${stream}`

/** The relay's side of the media protocol, played by hand: a test says what each stream sends, and when. */
export class TestRelay {
  readonly origin: string
  /** Everything that was asked, in order. */
  readonly requests: MediaRequest[] = []
  /** What was said to cameras. */
  readonly frames: (MediaUnit | undefined)[] = []
  /** The Origin header of every upgrade. */
  readonly origins: (string | undefined)[] = []
  readonly #server: Server
  readonly #sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false })
  readonly #open = new Map<string, OpenChannel>()

  private constructor(server: Server) {
    this.#server = server
    this.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    server.on('upgrade', (request, socket, head) => {
      this.origins.push(request.headers.origin)
      const url = new URL(request.url ?? '', this.origin)
      const ticket = ticketAmong(request.headers['sec-websocket-protocol'])
      if (url.pathname !== '/media-ws' || ticket === BAD_TICKET.httpError) {
        socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
        return
      }
      this.#sockets.handleUpgrade(request, socket, head, (media) => {
        if (ticket === BAD_TICKET.closed) media.close(mediaClose.ticketRefused)
        else media.send(JSON.stringify({ op: 'person', userId: 'viewer' } satisfies z.output<typeof relayGreeting>))
        media.on('message', (data: Buffer, isBinary) => {
          if (isBinary) this.frames.push(decodeMediaUnit(data))
          else this.#hearText(media, data.toString())
        })
      })
    })
  }

  static async start(): Promise<TestRelay> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return new TestRelay(server)
  }

  /** Names of the streams that are open, such as `N0000001/0/main`. */
  get streams(): string[] {
    return [...this.#open.keys()]
  }

  get connections(): number {
    return this.#sockets.clients.size
  }

  /** Begins a stream, as the first picture of a device does. */
  config(name: string, config: { width: number; height: number; fps: number }): void {
    this.#say(name, { op: 'config', stream: name.endsWith('main') ? 'main' : 'sub', codec: 'avc1.42c01f', ...config })
  }

  fail(name: string, fault: StreamFault): void {
    this.#say(name, { op: 'failed', fault })
  }

  play(name: string, pictures: Picture[], isPreroll = false): void {
    const open = this.#channel(name)
    for (const picture of pictures) {
      const sequence = open.sequence++
      open.socket.send(
        encodeMediaUnit({
          kind: 'video',
          channel: open.channel,
          isKey: picture.isKey,
          isPreroll,
          codec: mediaCodecs.h264,
          ptsUs: sequence * 66_667,
          captureMs: 1_763_700_000_000 + sequence,
          sequence,
          data: picture.unit,
        }),
      )
    }
  }

  sound(name: string, data: Uint8Array): void {
    const { socket, channel } = this.#channel(name)
    const times = { ptsUs: 1, captureMs: 1, sequence: 1 }
    socket.send(encodeMediaUnit({ kind: 'sound', channel, isKey: false, isPreroll: false, codec: mediaCodecs.pcmu, ...times, data }))
  }

  /** Answers whoever wants to talk. */
  talk(name: string, answer: { isOn: boolean }): void {
    this.#say(name, { op: 'talk', ...answer })
  }

  /** Ends all connections as a crash does. */
  cut(): void {
    for (const socket of this.#sockets.clients) socket.terminate()
    this.#open.clear()
  }

  async close(): Promise<void> {
    this.cut()
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #channel(name: string): OpenChannel {
    const open = this.#open.get(name)
    if (open === undefined) throw new Error(`${name} is not open; these are: ${this.streams.join(', ')}`)
    return open
  }

  #say(name: string, message: Without<MediaMessage, 'channel'>): void {
    const { socket, channel } = this.#channel(name)
    socket.send(JSON.stringify({ ...message, channel }))
  }

  #hearText(socket: WebSocket, text: string): void {
    const said: unknown = JSON.parse(text)
    if (!mediaAlive.safeParse(said).success) this.#hear(socket, mediaRequest.parse(said))
  }

  #hear(socket: WebSocket, request: MediaRequest): void {
    this.requests.push(request)
    const { channel } = request
    if (request.op === 'open') this.#open.set(nameOf(request.sn, request.chlIndex, request.stream), { socket, channel, sequence: 0 })
    if (request.op !== 'close') return
    for (const [name, open] of this.#open) if (open.socket === socket && open.channel === channel) this.#open.delete(name)
  }
}

type Without<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never
