import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'
import type { DeviceAnswer } from '#contract/device-pass-through.ts'
import { encodeMediaUnit, readdressMediaUnit, type MediaMessage, type MediaUnit } from '#contract/media.ts'
import type { PastAnswer } from '#contract/recorded-media.ts'
import type { DeviceUnit } from '../../devices/gateway/device-stream.ts'
import { LinkProbe } from './link-probe.ts'

/** Unsent bytes over which a channel waits for its next key frame instead of growing older and older. */
const CONGESTED_BYTES = 1024 * 1024

/** Unsent bytes beyond which the past waits: less than what holds live pictures up. */
const ROOM_BYTES = 512 * 1024

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

  constructor(socket: WebSocket, transport: Socket, counters: RelayCounters) {
    this.#socket = socket
    this.#transport = transport
    this.#counters = counters
    this.#probe = new LinkProbe((id) => socket.ping(String(id)))
    socket.on('pong', (id) => this.#probe.answered(Number(id.toString())))
  }

  /** More waits for the link than it carries in time. */
  get isCongested(): boolean {
    return this.#probe.isLate || this.#socket.bufferedAmount > CONGESTED_BYTES
  }

  say(message: MediaMessage | DeviceAnswer | PastAnswer): void {
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

  /** Whether the link takes more of what need not be there in this moment. */
  get hasRoom(): boolean {
    return this.#socket.bufferedAmount < ROOM_BYTES
  }

  /** Has `listener` called whenever the link has taken all that waited. */
  onDrain(listener: () => void): void {
    this.#transport.on('drain', listener)
  }

  /** Sends a unit of the past under this viewer's channel number. Resolves when the link has taken it, or will not any more. */
  sendUnit(unit: MediaUnit, channel: number): Promise<void> {
    if (this.#socket.readyState !== this.#socket.OPEN) return Promise.resolve()
    this.#counters.unitsRelayed += 1
    return new Promise((resolve) => {
      this.#socket.send(encodeMediaUnit({ ...unit, channel }), { binary: true }, () => resolve())
    })
  }

  drop(): void {
    this.#counters.unitsDropped += 1
  }
}
