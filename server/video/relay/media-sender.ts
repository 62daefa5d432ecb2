import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'
import type { DeviceAnswer } from '#contract/device-pass-through.ts'
import {
  encodeMediaBundle,
  encodeMediaUnit,
  readdressMediaUnit,
  type MediaAlive,
  type MediaMessage,
  type MediaUnit,
} from '#contract/media.ts'
import type { PastAnswer } from '#contract/recorded-media.ts'
import type { BurstUnit } from '#shared/media/gop.ts'
import type { DeviceUnit } from '../../devices/gateway/device-stream.ts'
import { CatchUp } from './catch-up.ts'
import { LineWindow, MARKED_BYTES } from './line-window.ts'
import { LinkProbe } from './link-probe.ts'

/** Unsent bytes over which a channel waits for its next key frame instead of growing older and older. */
const CONGESTED_BYTES = 1024 * 1024

/** Unsent bytes beyond which the past waits: less than what holds live pictures up. */
const ROOM_BYTES = 512 * 1024

/** A bundle ends with the unit with which it is as large as this: over a thin line nothing of it is seen before all of it is there. */
const BUNDLE_BYTES = 64 * 1024

/** So often it is looked whether marks are missing. */
const LOOK_EVERY_MS = 1_000

/** Stands before the number in a ping that is a mark of the past, and not a probe of what is live. */
const MARK = 'past '

/** What was sent and what was not, of all viewers. */
export interface RelayCounters {
  unitsRelayed: number
  unitsDropped: number
}

/** The sending half of one media socket, shared by its channels. */
export class MediaSender {
  readonly #socket: WebSocket
  readonly #transport: Socket
  readonly #counters: RelayCounters
  readonly #probe: LinkProbe
  readonly #window: LineWindow
  readonly #catchUp = new CatchUp()
  #isPongHeard = false

  constructor(socket: WebSocket, transport: Socket, counters: RelayCounters) {
    this.#socket = socket
    this.#transport = transport
    this.#counters = counters
    this.#probe = new LinkProbe((id) => socket.ping(String(id)))
    this.#window = new LineWindow((id) => socket.ping(`${MARK}${id}`))
    socket.on('pong', (data) => this.#hearPong(data.toString()))
    // In front of all else that is sent: the answer to it is in front of all that a viewer says after it has heard something.
    socket.ping()
  }

  #hearPong(text: string): void {
    this.#isPongHeard = true
    if (text.startsWith(MARK)) this.#window.answered(Number(text.slice(MARK.length)), performance.now())
    else this.#probe.answered(Number(text))
  }

  /** More waits for the link than it carries in time. The long group with which a stream begins is no more than that, as long as it gets through. */
  get isCongested(): boolean {
    const { bufferedAmount } = this.#socket
    const isTooMuch = this.#probe.isLate || bufferedAmount > CONGESTED_BYTES
    return isTooMuch && !this.#catchUp.goesOn(bufferedAmount, performance.now())
  }

  /** The viewer lives. When it has answered no ping by then, pings do not get through to it, and say nothing of the line. */
  heardAlive(): void {
    if (!this.#isPongHeard) this.#probe.giveUp()
  }

  say(message: MediaMessage | MediaAlive | DeviceAnswer | PastAnswer): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(JSON.stringify(message))
  }

  /**
   * Sends a unit as it came, under this viewer's channel number: a header of its own, and the payload that all viewers share, as
   * two fragments of one message and in one write.
   */
  send(unit: DeviceUnit, channel: number, isPreroll: boolean): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    const header = Buffer.from(unit.header)
    readdressMediaUnit(header, channel, { isKey: unit.isKey, isPreroll })
    this.#transport.cork()
    this.#socket.send(header, { binary: true, fin: false })
    this.#socket.send(unit.data, { binary: true, fin: true })
    this.#probe.sent(performance.now())
    this.#transport.uncork()
    this.#counters.unitsRelayed += 1
  }

  /** Sends the group with which a stream begins, or what has waited behind its key frame. `isBundled`: to a viewer that takes bundles. */
  sendBurst(units: readonly BurstUnit<DeviceUnit>[], channel: number, isBundled: boolean): void {
    if (isBundled) this.#sendBundled(units, channel)
    else for (const { unit, isPreroll } of units) this.send(unit, channel, isPreroll)
    const lastsMs = (units.at(-1)?.unit.captureMs ?? 0) - (units[0]?.unit.captureMs ?? 0)
    this.#catchUp.begin(lastsMs, this.#socket.bufferedAmount, performance.now())
  }

  /** Sends units under this viewer's channel number in as few messages as may be: each costs a viewer as much as the units themselves. */
  #sendBundled(units: readonly BurstUnit<DeviceUnit>[], channel: number): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    this.#transport.cork()
    let bundle: Uint8Array[][] = []
    let bytes = 0
    for (const [index, { unit, isPreroll }] of units.entries()) {
      const header = Buffer.from(unit.header)
      readdressMediaUnit(header, channel, { isKey: unit.isKey, isPreroll })
      bundle.push([header, unit.data])
      bytes += header.byteLength + unit.data.byteLength
      if (bytes < BUNDLE_BYTES && index < units.length - 1) continue
      this.#socket.send(encodeMediaBundle(channel, bundle), { binary: true })
      bundle = []
      bytes = 0
    }
    this.#probe.sent(performance.now())
    this.#transport.uncork()
    this.#counters.unitsRelayed += units.length
  }

  /** Whether the link takes more of what need not be there in this moment. */
  get hasRoom(): boolean {
    return this.#socket.bufferedAmount < ROOM_BYTES && this.#window.hasRoom
  }

  /** Has `listener` called whenever the link may take more than before. */
  onRoom(listener: () => void): void {
    this.#transport.on('drain', listener)
    this.#socket.on('pong', () => listener())
    const timer = setInterval(() => {
      if (this.#socket.bufferedAmount === 0 && this.#window.drained(performance.now())) listener()
    }, LOOK_EVERY_MS)
    this.#socket.once('close', () => clearInterval(timer))
  }

  /**
   * Sends a unit of the past under this viewer's channel number. Resolves when the link has taken it, or will not any more. It goes in fragments with
   * marks between them: over a thin line a single large picture is longer under way than a socket may be silent.
   */
  sendUnit(unit: MediaUnit, channel: number): Promise<void> {
    if (this.#socket.readyState !== this.#socket.OPEN) return Promise.resolve()
    this.#counters.unitsRelayed += 1
    const data = encodeMediaUnit({ ...unit, channel })
    return new Promise((resolve) => {
      this.#transport.cork()
      for (let at = 0; at < data.byteLength; at += MARKED_BYTES) {
        const fragment = data.subarray(at, at + MARKED_BYTES)
        const fin = at + fragment.byteLength === data.byteLength
        this.#socket.send(fragment, { binary: true, fin }, fin ? () => resolve() : undefined)
        this.#window.sent(fragment.byteLength, performance.now())
      }
      this.#transport.uncork()
    })
  }

  drop(): void {
    this.#counters.unitsDropped += 1
  }
}
