import type { RawData, WebSocket } from 'ws'
import { DEVICE_LOG_CHARACTERS, fromDevice, type FromDevice, type ToDevice } from '#contract/device-gateway.ts'
import { keepAlive } from '#shared/net/keep-alive.ts'
import { parseJson } from '#shared/net/parse-json.ts'
import { Allowance } from '../../runtime/allowance.ts'
import type { Now } from '../../runtime/clock.ts'
import { closeSocket } from '../../http/socket-life.ts'
import { tenantLimits } from '../../access/tenant-limits.ts'
import type { DeviceClip } from './device-clip.ts'
import { readUnit, type DeviceStream } from './device-stream.ts'
import { DeviceTalks, isOfTalk, type DeviceTalk, type TalkLine } from './device-talk.ts'
import { IncomingClips, isOfClip } from './incoming-clips.ts'

/** Sound that a camera does not take in time is not heard: it would come too late. */
const MOST_UNHEARD_BYTES = 16 * 1024
/** A log in any script fits, and a hello with its 256 channels stays well under it. */
const MAX_TEXT_BYTES = 1024 * 1024 + 4 * DEVICE_LOG_CHARACTERS
const STREAM_IDS = 0x1_0000
/** Opened, and ended or failed. */
const ANSWERS_OF_CLIP = 2
const CLOCK_EVERY_MS = 60_000
/** That it lives is all that a device which is not bound is heard with, and longer messages of it are not even read. */
const MOST_ALIVE_BYTES = 64

type Channels = Extract<FromDevice, { kind: 'channels' }>['channels']
/** What a welcome device says of its work. */
export type WorkReport = Extract<FromDevice, { kind: 'command-result' | 'activity' | 'log' }>
export interface ConnectionEvents {
  /** A message of the handshake. */
  onHandshake: (message: Extract<FromDevice, { kind: 'hello' | 'enrol' }>) => void
  onChannels: (channels: Channels) => void
  onEvent: (event: Extract<FromDevice, { kind: 'event' }>) => void
  onWork: (report: WorkReport) => void
  /** It keeps the key of its binding, and shows that by this proof (hex). */
  onBindingKeyKept: (proof: string) => void
  /** It says more than it may, and is refused for that. */
  onTooMany: () => void
  onClose: () => void
}

/** One socket of one device: parses what it says, numbers its streams, and hands units on. Knows nothing of keys and bindings. */
export class DeviceConnection {
  readonly #socket: WebSocket
  readonly #events: ConnectionEvents
  readonly #messages: Allowance
  readonly #messageBytes: Allowance
  readonly #aliveAllowance: Allowance
  readonly #now: Now
  readonly #streams = new Map<number, DeviceStream & { isOpened: boolean }>()
  readonly #clips = new IncomingClips((message) => this.say(message))
  readonly #talks = new DeviceTalks(
    (message) => this.say(message),
    (frame) => this.#sendFrame(frame),
  )
  /** Whether the handshake is over. */
  #isReady = false
  /** What a device that is not bound says concerns nobody, but that it lives. */
  #isBound = false
  #nextStreamId = 0
  #clockTimer: NodeJS.Timeout | undefined

  constructor(socket: WebSocket, events: ConnectionEvents, now: Now) {
    this.#socket = socket
    this.#events = events
    this.#now = now
    this.#messages = new Allowance(tenantLimits.gateway.messages, now)
    this.#messageBytes = new Allowance(tenantLimits.gateway.messageBytes, now)
    this.#aliveAllowance = new Allowance(tenantLimits.gateway.alive, now)
    keepAlive(socket)
    socket.on('message', (data, isBinary) => this.#hear(data, isBinary))
    // A broken socket closes by itself, and the close is what counts.
    socket.on('error', () => {})
    socket.once('close', () => {
      clearInterval(this.#clockTimer)
      this.#dropStreams()
      events.onClose()
    })
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN
  }

  say(message: ToDevice): void {
    if (this.isOpen) this.#socket.send(JSON.stringify(message))
  }

  welcome(isBound: boolean): void {
    this.#isReady = true
    this.#isBound = isBound
    this.#tellClock()
    this.#clockTimer ??= setInterval(() => this.#tellClock(), CLOCK_EVERY_MS)
    this.say({ kind: 'welcome', isBound })
    this.say({ kind: 'alive' })
  }

  #tellClock(): void {
    this.say({ kind: 'clock', nowMs: this.#now() })
  }

  /** The device was bound, and is told so; or it is no longer, and not heard from now on. */
  bindingChanged(isBound: boolean): void {
    this.#isBound = isBound
    if (isBound) this.say({ kind: 'bound', isBound })
  }

  /** Says why and closes; nothing more comes of this connection, however long the other side takes to close it. */
  refuse(reason: Extract<ToDevice, { kind: 'refused' }>['reason']): void {
    this.say({ kind: 'refused', reason })
    this.#dropStreams()
    closeSocket(this.#socket, 1008)
  }

  terminate(): void {
    this.#socket.terminate()
  }

  open(stream: DeviceStream): void {
    const streamId = this.#takeStreamId()
    this.#streams.set(streamId, { ...stream, isOpened: false })
    const { chlIndex, asH264 } = stream
    this.say({ kind: 'open-stream', streamId, chlIndex, stream: stream.stream, asH264 })
  }

  close(stream: DeviceStream): void {
    for (const [streamId, open] of this.#streams) {
      if (open.sink !== stream.sink) continue
      this.#streams.delete(streamId)
      this.say({ kind: 'close-stream', streamId })
    }
  }

  requestClip(clip: DeviceClip): void {
    // What it says because it was asked counts for nothing: people who look through the past of a recorder ask a lot of it.
    this.#messages.give(ANSWERS_OF_CLIP)
    this.#clips.request(this.#takeStreamId(), clip)
  }

  cancelClip(clip: DeviceClip): void {
    this.#clips.cancel(clip)
  }

  openTalk(talk: DeviceTalk): TalkLine {
    return this.#talks.open(this.#takeStreamId(), talk)
  }

  /** The device is no longer this organization's: nothing of its past is sent, and nobody talks to it. */
  dropPeople(): void {
    this.#clips.drop()
    this.#talks.drop('not-found')
  }

  #sendFrame(frame: Uint8Array): void {
    if (this.isOpen && this.#socket.bufferedAmount <= MOST_UNHEARD_BYTES) this.#socket.send(frame, { binary: true })
  }

  #takeStreamId(): number {
    // Numbers are not used again soon, since units of a closed stream may still be on their way.
    const isTaken = (streamId: number) => this.#streams.has(streamId) || this.#clips.has(streamId) || this.#talks.has(streamId)
    while (isTaken(this.#nextStreamId)) this.#nextStreamId = (this.#nextStreamId + 1) % STREAM_IDS
    const streamId = this.#nextStreamId
    this.#nextStreamId = (streamId + 1) % STREAM_IDS
    return streamId
  }

  #dropStreams(): void {
    this.#clips.drop()
    this.#talks.drop('offline')
    const streams = [...this.#streams.values()]
    this.#streams.clear()
    for (const { sink } of streams) sink.failed('offline')
  }

  #hear(data: RawData, isBinary: boolean): void {
    if (!this.isOpen) return
    if (!isBinary && !this.#isWithinPace(data)) return this.#refuseTooMany()
    if (this.#isReady && !this.#isBound && !isAlive(data, isBinary)) return
    const isUnderstood = Buffer.isBuffer(data) && (isBinary ? this.#hearUnit(data) : this.#hearText(data))
    if (!isUnderstood) this.refuse('bad-message')
  }

  #refuseTooMany(): void {
    this.#events.onTooMany()
    this.refuse('too-many-messages')
  }

  #isWithinPace(data: RawData): boolean {
    const bytes = Buffer.isBuffer(data) ? data.byteLength : 0
    return this.#messages.take(1) && this.#messageBytes.take(bytes)
  }

  #hearUnit(data: Buffer): boolean {
    const read = readUnit(data)
    if (read === undefined || !this.#isReady) return false
    if (this.#clips.hearUnit(read.streamId, data)) return true
    const stream = this.#streams.get(read.streamId)
    if (stream?.isOpened !== true) return true
    if (read.kind === 'sound') stream.sink.sound(read.unit)
    else stream.sink.unit(read.unit)
    return true
  }

  #hearText(data: Buffer): boolean {
    const message = data.byteLength > MAX_TEXT_BYTES ? undefined : fromDevice.safeParse(parseJson(data.toString('utf8'))).data
    if (message === undefined) return false
    if (message.kind === 'hello' || message.kind === 'enrol') {
      if (this.#isReady) return false
      this.#events.onHandshake(message)
      return true
    }
    if (!this.#isReady) return false
    if (message.kind === 'alive') this.#hearAlive()
    else if (isOfClip(message)) this.#clips.hear(message)
    else if (isOfTalk(message)) this.#talks.hear(message)
    else if (message.kind === 'channels') this.#events.onChannels(message.channels)
    else if (message.kind === 'event') this.#events.onEvent(message)
    else if (message.kind === 'binding-key-kept') this.#events.onBindingKeyKept(message.proof)
    else if (message.kind === 'stream-opened' || message.kind === 'stream-failed') this.#hearOfStream(message)
    else this.#events.onWork(message)
    return true
  }

  /** The device has to hear that the service lives, too. */
  #hearAlive(): void {
    if (this.#aliveAllowance.take(1)) this.say({ kind: 'alive' })
    else this.#refuseTooMany()
  }

  #hearOfStream(message: Extract<FromDevice, { kind: 'stream-opened' | 'stream-failed' }>): void {
    const stream = this.#streams.get(message.streamId)
    if (stream === undefined) return
    stream.isOpened = message.kind === 'stream-opened'
    if (message.kind === 'stream-failed') return stream.sink.failed(message.fault)
    const { codec, width, height, fps, sound } = message
    stream.sink.opened({ codec, width, height, fps, sound })
  }
}

function isAlive(data: RawData, isBinary: boolean): boolean {
  if (isBinary || !Buffer.isBuffer(data) || data.byteLength > MOST_ALIVE_BYTES) return false
  return fromDevice.safeParse(parseJson(data.toString('utf8'))).data?.kind === 'alive'
}
