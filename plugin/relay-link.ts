import { WebSocket } from 'ws'
import { keepAlive } from '#shared/net/keep-alive.ts'
import { parseJson } from '#shared/net/parse-json.ts'
import { deviceAnswer, type DeviceAsk } from '#contract/device-pass-through.ts'
import {
  decodeMediaUnit,
  MEDIA_PATH,
  mediaClose,
  mediaMessage,
  mediaProtocols,
  relayGreeting,
  type MediaAlive,
  type MediaMessage,
  type MediaRequest,
} from '#contract/media.ts'
import { pastAnswer, type PastAsk } from '#contract/recorded-media.ts'
import { pluginCodes } from '#contract/plugin/command-registry.ts'
import type { RecordedPart } from './playback/recorded-source.ts'
import { RecordedPieces } from './playback/recorded-pieces.ts'
import { RelayedAsks } from './relayed-asks.ts'
import { PluginFault } from './plugin-fault.ts'
import { SharedStream, type StreamSource, type StreamViewer } from './shared-stream.ts'
import { StreamVoices } from './stream-voices.ts'

const OPEN_WITHIN_MS = 10_000
/** After so much silence the service is taken for gone, as when a cable is pulled. */
const LIFE = { pingMs: 4_000, silenceMs: 12_000 }
/** Larger than any access unit of a camera. */
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024
const CHANNELS = 0x10000

/** The connection to the service's relay: opens each stream once, whoever many windows show it. */
export class RelayLink {
  readonly #socket: WebSocket
  /** Whose ticket the service has taken, as it says itself. */
  readonly userId: string
  readonly #streams = new Map<number, SharedStream>()
  readonly #asks = new RelayedAsks((ask) => this.#say(ask))
  readonly #past = new RecordedPieces(
    (ask) => this.#say(ask),
    () => this.#freeChannel(),
  )
  /** What is heard and said beside the pictures. */
  readonly voices = new StreamVoices({
    say: (request) => this.#say(request),
    send: (frame) => this.#socket.readyState === WebSocket.OPEN && this.#socket.send(frame, { binary: true }),
    channelOf: (stream) => [...this.#streams].find(([, open]) => open === stream)?.[0],
  })
  #lastChannel = -1

  private constructor(socket: WebSocket, userId: string, onLost: (upstream: RelayLink) => void) {
    this.#socket = socket
    this.userId = userId
    socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) this.#hearUnit(data)
      else this.#hearMessage(data.toString())
    })
    const sayAlive = () => this.#say({ op: 'alive' })
    const alive = setInterval(sayAlive, LIFE.pingMs)
    sayAlive()
    socket.on('close', () => {
      clearInterval(alive)
      this.#asks.drop()
      this.#past.drop()
      onLost(this)
    })
    keepAlive(socket, LIFE)
  }

  /**
   * Connects to the relay of `origin`. `onLost` is called once when the connection ends, however it ends. Throws
   * `PluginFault` 403 when the service refuses the ticket, 504 when it does not answer.
   */
  static async open(origin: string, ticket: string, onLost: (upstream: RelayLink) => void): Promise<RelayLink> {
    const url = new URL(MEDIA_PATH, origin.replace(/^http/, 'ws'))
    const socket = new WebSocket(url, mediaProtocols(ticket), { origin, perMessageDeflate: false, maxPayload: MAX_MESSAGE_BYTES })
    const userId = await accepted(socket)
    return new RelayLink(socket, userId, onLost)
  }

  /** Lets a viewer watch a stream; it is opened at the service when nobody watches it yet. */
  join(viewer: StreamViewer, source: StreamSource): SharedStream {
    for (const stream of this.#streams.values()) {
      if (isSame(stream.source, source)) {
        stream.viewers.add(viewer)
        return stream
      }
    }
    const stream = new SharedStream(source)
    stream.viewers.add(viewer)
    const channel = this.#freeChannel()
    this.#streams.set(channel, stream)
    this.#say({ op: 'open', channel, ...source })
    return stream
  }

  /** Closes the stream at the service when its last viewer leaves. */
  leave(viewer: StreamViewer, stream: SharedStream): void {
    this.voices.leave(viewer, stream)
    stream.viewers.delete(viewer)
    if (stream.viewers.size > 0) return
    for (const [channel, open] of this.#streams) {
      if (open !== stream) continue
      this.#streams.delete(channel)
      this.#say({ op: 'close', channel })
    }
  }

  /** Has a device carry out a command of `passThrough`. Throws as `RelayedAsks.ask`. */
  askDevice(sn: string, name: string, request: unknown): Promise<unknown> {
    return this.#asks.ask(sn, name, request)
  }

  /** Reads a piece of what a device has recorded. Throws as `RecordedSource.read`. */
  readPast(piece: Parameters<RecordedPieces['read']>[0], signal: AbortSignal): AsyncIterable<RecordedPart> {
    return this.#past.read(piece, signal)
  }

  close(): void {
    this.#socket.close()
    // A service that does not say good-bye must not keep the socket.
    setTimeout(() => this.#socket.terminate(), 500).unref()
  }

  /** Numbers go round, so that units of a stream just closed do not reach the next one. */
  #freeChannel(): number {
    do this.#lastChannel = (this.#lastChannel + 1) % CHANNELS
    while (this.#streams.has(this.#lastChannel) || this.#past.has(this.#lastChannel))
    return this.#lastChannel
  }

  #say(request: MediaRequest | MediaAlive | DeviceAsk | PastAsk): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(request))
  }

  #hearUnit(data: Uint8Array): void {
    const unit = decodeMediaUnit(data)
    if (unit === undefined) return
    if (this.#past.has(unit.channel)) return this.#past.hearUnit(unit.channel, data)
    if (unit.kind === 'sound') return this.#streams.get(unit.channel)?.hearSound(data)
    this.#streams.get(unit.channel)?.hearUnit({ isKey: unit.isKey, isPreroll: unit.isPreroll, data })
  }

  #hearOfStream(message: MediaMessage): void {
    const stream = this.#streams.get(message.channel)
    if (stream === undefined) return
    if (message.op === 'talk') this.voices.hear(stream, message)
    else stream.hearMessage(message)
  }

  #hearMessage(text: string): void {
    const said = parseJson(text)
    const message = mediaMessage.safeParse(said)
    if (message.success) return this.#hearOfStream(message.data)
    const answer = deviceAnswer.safeParse(said)
    if (answer.success) return this.#asks.hear(answer.data)
    const past = pastAnswer.safeParse(said)
    if (past.success) this.#past.hear(past.data)
  }
}

function isSame(one: StreamSource, other: StreamSource): boolean {
  return one.sn === other.sn && one.chlIndex === other.chlIndex && one.stream === other.stream
}

/**
 * Waits until the service has accepted the ticket: it may close an open socket (4401), so only what it says of the person says so. A pong does not: a box on
 * the way may answer pings itself. Answers whose it is.
 */
function accepted(socket: WebSocket): Promise<string> {
  return new Promise((resolve, reject) => {
    function fail(code: number, reason: string): void {
      clearTimeout(timer)
      reject(new PluginFault(code, reason))
      socket.terminate()
    }
    const timer = setTimeout(() => fail(pluginCodes.serverUnreachable, 'The service does not answer.'), OPEN_WITHIN_MS)
    // Also stays for the life of the socket: an error without a listener would end the process. `close` follows it.
    socket.on('error', (error) => fail(pluginCodes.serverUnreachable, `The service cannot be reached: ${error.message}`))
    socket.once('unexpected-response', (_request, response) => {
      const isRefusal = response.statusCode === 401 || response.statusCode === 403
      fail(isRefusal ? pluginCodes.refused : pluginCodes.serverUnreachable, `The service answered with HTTP ${response.statusCode}.`)
    })
    socket.once('close', (code) => {
      const isRefusal = code === mediaClose.ticketRefused || code === mediaClose.sessionEnded
      fail(isRefusal ? pluginCodes.refused : pluginCodes.serverUnreachable, `The service closed the connection (${code}).`)
    })
    function hear(data: Buffer, isBinary: boolean): void {
      const greeting = isBinary ? undefined : relayGreeting.safeParse(parseJson(data.toString())).data
      if (greeting === undefined) return
      clearTimeout(timer)
      socket.off('message', hear)
      resolve(greeting.userId)
    }
    socket.on('message', hear)
  })
}
