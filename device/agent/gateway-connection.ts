import { WebSocket } from 'ws'
import { DEVICE_ALIVE_MS, toDevice, type FromDevice, type GatewayChannel, type ToDevice } from '#contract/device-gateway.ts'
import type { DeviceType } from '#contract/enums.ts'
import type { BindingKeyStore } from './binding-key-file.ts'
import type { ChannelSource, StreamHandle } from './channel-source.ts'
import { carryOut, type CommandHandlers } from './command-handlers.ts'
import { keepAlive } from '#shared/net/keep-alive.ts'
import type { Log } from '#shared/log.ts'
import { proofOf } from './identity.ts'
import { IncomingTalks } from './incoming-talks.ts'
import { OutgoingClips } from './outgoing-clips.ts'
import { OutgoingStream } from './outgoing-stream.ts'
import { ServiceClock } from './service-clock.ts'

/** What a device says of itself. */
export interface DeviceDescription {
  sn: string
  devType: DeviceType
  name: string
  model: string
  version: string
}

/** Something that a channel of the device saw. */
export type DeviceEvent = Omit<Extract<FromDevice, { kind: 'event' }>, 'kind'>

/** How a connection came to its end. */
export type ConnectionEnd =
  | { kind: 'refused'; reason: Extract<ToDevice, { kind: 'refused' }>['reason'] }
  | { kind: 'closed'; message: string }

interface ConnectionOptions {
  url: string
  description: DeviceDescription
  /** The device's key, hex. */
  key: string
  /** Where it keeps the key of its binding; without one it has none. */
  bindingKey: BindingKeyStore | undefined
  /** The channels as they are at the moment of the call. */
  channels: () => GatewayChannel[]
  source: ChannelSource
  commands: CommandHandlers
  /** The device's own clock, epoch ms. */
  now: () => number
  log: Log
  onWelcome: (isBound: boolean) => void
  onEnd: (end: ConnectionEnd) => void
}

/** From opening the socket to the service's welcome. */
const WELCOME_MS = 10_000
/** The service speaks in small messages, and so do people through it; video flows the other way. */
const MAX_MESSAGE_BYTES = 64 * 1024

/** One socket of one device to the service: says who it is, then opens and closes streams as the service asks. */
export class GatewayConnection {
  readonly #options: ConnectionOptions
  readonly #socket: WebSocket
  readonly #streams = new Map<number, StreamHandle>()
  readonly #clips: OutgoingClips
  readonly #talks: IncomingTalks
  readonly #clock: ServiceClock
  /** What was said last of the device's clock: how far it is behind the service's, ms. */
  #toldBehindMs = 0
  readonly #deadline: NodeJS.Timeout
  /** Runs once the service has said that it hears it. */
  #alive: NodeJS.Timeout | undefined
  /** The channels that the service knows of; none until it has heard `hello`. */
  #toldChannels: GatewayChannel[] | undefined
  #isWelcome = false
  #isBound = false
  #nonce = ''
  #end: ConnectionEnd = { kind: 'closed', message: 'the service closed the connection' }

  constructor(options: ConnectionOptions) {
    this.#options = options
    this.#socket = new WebSocket(options.url, { perMessageDeflate: false, handshakeTimeout: WELCOME_MS, maxPayload: MAX_MESSAGE_BYTES })
    this.#clips = new OutgoingClips(this.#socket, options.source)
    this.#talks = new IncomingTalks(this.#socket, options.source)
    this.#clock = new ServiceClock(options.now)
    this.#deadline = setTimeout(() => this.#socket.terminate(), WELCOME_MS)
    this.#socket.on('open', () => keepAlive(this.#socket))
    this.#socket.on('message', (data, isBinary) => {
      if (!Buffer.isBuffer(data)) return
      if (isBinary) this.#talks.hear(data)
      else this.#hear(data.toString('utf8'))
    })
    this.#socket.on('error', (error) => {
      if (this.#end.kind === 'closed') this.#end.message = error.message
    })
    this.#socket.once('close', () => {
      clearTimeout(this.#deadline)
      clearInterval(this.#alive)
      this.#closeStreams()
      this.#options.onEnd(this.#end)
    })
  }

  /** Tells the service of the channels if they changed since it last heard of them; before the welcome they wait for it. */
  sendChannels(): void {
    const channels = this.#options.channels()
    if (!this.#isWelcome || channels === this.#toldChannels) return
    this.#toldChannels = channels
    this.#say({ kind: 'channels', channels })
  }

  /** Whether the service takes what was seen. */
  get isHeard(): boolean {
    return this.#isBound && this.#socket.readyState === this.#socket.OPEN
  }

  /** Tells the service what was seen. Dropped while nobody listens: before the welcome, and while the device is not bound. */
  sendEvent(event: DeviceEvent): void {
    if (this.#isBound) this.#say({ kind: 'event', ...event })
  }

  /** Tells the service of work or of a log; before the welcome nobody listens. */
  sendWork(report: Extract<FromDevice, { kind: 'activity' | 'log' }>): void {
    if (this.#isWelcome) this.#say(report)
  }

  /** Ends the connection; at once when the service does not answer within half a second. */
  close(): void {
    this.#closeStreams()
    if (this.#socket.readyState !== this.#socket.OPEN) return this.#socket.terminate()
    this.#socket.close(1000)
    const patience = setTimeout(() => this.#socket.terminate(), 500)
    this.#socket.once('close', () => clearTimeout(patience))
  }

  #hear(text: string): void {
    const message = readMessage(text)
    switch (message?.kind) {
      case 'challenge': {
        this.#nonce = message.nonce
        const proof = proofOf(this.#options.key, message.nonce)
        const ofBinding = this.#withBindingKey('read', (bindingKey) => bindingKey.read())
        const bindingProof = ofBinding && proofOf(ofBinding, message.nonce)
        this.#toldChannels = this.#options.channels()
        const commands = Object.keys(this.#options.commands)
        return this.#say({ kind: 'hello', ...this.#options.description, proof, bindingProof, channels: this.#toldChannels, commands })
      }
      case 'enrol':
        return this.#say({ kind: 'enrol', key: this.#options.key })
      case 'welcome':
        clearTimeout(this.#deadline)
        this.#isWelcome = true
        this.#isBound = message.isBound
        if (!message.isBound) this.#withBindingKey('forget', (bindingKey) => bindingKey.forget())
        this.sendChannels()
        return this.#options.onWelcome(message.isBound)
      case 'alive':
        this.#alive ??= setInterval(() => this.#say({ kind: 'alive' }), DEVICE_ALIVE_MS)
        return
      case 'clock':
        return this.#hearClock(message.nowMs)
      case 'refused':
        this.#end = { kind: 'refused', reason: message.reason }
        return
      case 'bound':
        this.#isBound = message.isBound
        if (!message.isBound) {
          this.#withBindingKey('forget', (bindingKey) => bindingKey.forget())
          return this.#closeStreams()
        }
        // What it said of its channels before was not heard.
        this.#toldChannels = undefined
        return this.sendChannels()
      case 'binding-key':
        // Said only when it is kept: the service asks for it from then on.
        return this.#withBindingKey('keep', (bindingKey) => {
          bindingKey.keep(message.key)
          this.#say({ kind: 'binding-key-kept', proof: proofOf(message.key, this.#nonce) })
        })
      case 'open-stream': {
        this.#streams.get(message.streamId)?.close()
        const sink = new OutgoingStream(this.#socket, message.streamId, this.#clock)
        this.#streams.set(message.streamId, this.#options.source.open(message.chlIndex, message.stream, sink, message.asH264))
        return
      }
      case 'close-stream':
        this.#streams.get(message.streamId)?.close()
        this.#streams.delete(message.streamId)
        return
      case 'open-talk':
        return this.#talks.open(message)
      case 'close-talk':
        return this.#talks.close(message.streamId)
      case 'clip-request':
        return this.#clips.send(message)
      case 'clip-cancel':
        return this.#clips.cancel(message.streamId)
      case 'command': {
        const { commandId, name, request } = message
        const { commands, log } = this.#options
        void carryOut(commands, name, request, log).then((outcome) => this.#say({ kind: 'command-result', commandId, outcome }))
        return
      }
      case undefined:
        // A newer service may say what this agent does not know.
        return
    }
  }

  /** Says it when the device's clock turns out to be wrong, and when it has been set. */
  #hearClock(serviceMs: number): void {
    const { description, log } = this.#options
    this.#clock.hear(serviceMs)
    const { correctionMs } = this.#clock
    if (correctionMs === this.#toldBehindMs) return
    this.#toldBehindMs = correctionMs
    const apart = `${Math.round(Math.abs(correctionMs) / 1000)} s ${correctionMs > 0 ? 'behind' : 'ahead of'}`
    if (correctionMs === 0) log('info', `${description.sn}: the clock is right now`)
    else log('warn', `${description.sn}: the clock is ${apart} the service's; live pictures are timed by that one`)
  }

  /** A disk that fails is no reason for the other devices of the process to go: it is logged, and the device does without. */
  #withBindingKey<T>(verb: keyof BindingKeyStore, work: (bindingKey: BindingKeyStore) => T): T | undefined {
    const { bindingKey, description, log } = this.#options
    if (bindingKey === undefined) return undefined
    try {
      return work(bindingKey)
    } catch (error) {
      log('error', `${description.sn} cannot ${verb} the key of its binding: ${error instanceof Error ? error.message : String(error)}`)
      return undefined
    }
  }

  #closeStreams(): void {
    for (const handle of this.#streams.values()) handle.close()
    this.#streams.clear()
    this.#clips.cancelAll()
    this.#talks.closeAll()
  }

  #say(message: FromDevice): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(JSON.stringify(message))
  }
}

function readMessage(text: string): ToDevice | undefined {
  try {
    return toDevice.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
