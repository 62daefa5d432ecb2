import { once } from 'node:events'
import { WebSocket } from 'ws'
import { deviceAccessTokenGet } from '#contract/calls/device/device-access-token-get.ts'
import type { StreamKind } from '#contract/enums.ts'
import {
  decodeMediaUnits,
  mediaAlive,
  MEDIA_PATH,
  mediaMessage,
  mediaProtocols,
  relayGreeting,
  type MediaMessage,
  type MediaUnit,
} from '#contract/media.ts'
import { pastAnswer, type PastAnswer, type PastAsk } from '#contract/recorded-media.ts'
import type { ServiceClient } from './service-client.ts'

const PATIENCE_MS = 40_000

type PastPiece = Omit<Extract<PastAsk, { op: 'past' }>, 'op'>

/** What a viewer heard, in order. */
type Heard = { kind: 'unit'; unit: MediaUnit } | { kind: 'past'; answer: PastAnswer } | { kind: MediaMessage['op']; message: MediaMessage }

/** A media socket of a test: keeps what it hears, each message read by the contract. */
export class MediaViewer {
  readonly heard: Heard[] = []
  /** Binary messages so far, each of one unit or several. */
  pictureMessages = 0
  /** Resolves with the WebSocket close code. */
  readonly closed: Promise<number>
  readonly socket: WebSocket
  readonly #waiting = new Set<() => void>()
  /** The newest that was said of each piece. */
  readonly #past = new Map<number, PastAnswer>()

  private constructor(socket: WebSocket) {
    this.socket = socket
    this.closed = new Promise((resolve) => socket.once('close', resolve))
    socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) this.pictureMessages += 1
      for (const heard of isBinary ? readUnits(data) : readControl(data)) {
        this.heard.push(heard)
        if (heard.kind === 'past') this.#past.set(heard.answer.channel, heard.answer)
      }
      for (const look of this.#waiting) look()
    })
  }

  /**
   * Takes a ticket with the client, unless one is given, and opens the socket, at the port of a proxy if one is named. Rejects when the upgrade is
   * refused.
   */
  static async open(client: ServiceClient, options: { origin?: string; ticket?: string; port?: number } = {}): Promise<MediaViewer> {
    const ticket = options.ticket ?? (await client.call(deviceAccessTokenGet, { holder: 'tab' })).ticket
    const url = new URL(MEDIA_PATH, client.url.replace('http', 'ws'))
    if (options.port !== undefined) url.port = String(options.port)
    const { origin = client.url } = options
    const socket = new WebSocket(url, mediaProtocols(ticket), { perMessageDeflate: false, ...(origin === '' ? {} : { origin }) })
    const viewer = new MediaViewer(socket)
    await once(socket, 'open')
    return viewer
  }

  openChannel(channel: number, sn: string, chlIndex = 0, stream: StreamKind = 'main'): void {
    this.send({ op: 'open', channel, sn, chlIndex, stream })
  }

  /** Asks for a piece of the past, and resolves with the last that is said of it. */
  async past(piece: PastPiece): Promise<PastAnswer | undefined> {
    const { channel } = piece
    this.#past.delete(channel)
    this.send({ op: 'past', ...piece })
    await this.until(() => ['past-end', 'past-failed'].includes(this.#past.get(channel)?.op ?? ''), `the end of piece ${channel}`)
    return this.#past.get(channel)
  }

  pastAnswers(channel: number): PastAnswer[] {
    return this.heard.flatMap((one) => (one.kind === 'past' && one.answer.channel === channel ? [one.answer] : []))
  }

  send(message: unknown): void {
    this.socket.send(JSON.stringify(message))
  }

  /** Resolves when the service has read everything that was sent before. */
  async settled(): Promise<void> {
    const pong = once(this.socket, 'pong')
    this.socket.ping()
    await pong
  }

  units(channel?: number): MediaUnit[] {
    return this.heard.flatMap((one) => (one.kind === 'unit' && (channel === undefined || one.unit.channel === channel) ? [one.unit] : []))
  }

  controls(channel?: number): MediaMessage[] {
    return this.heard.flatMap((one) =>
      one.kind !== 'unit' && one.kind !== 'past' && (channel === undefined || one.message.channel === channel) ? [one.message] : [],
    )
  }

  lastControl(channel?: number): MediaMessage | undefined {
    return this.controls(channel).at(-1)
  }

  /** Waits until what was heard is as `isSo` says. */
  async until(isSo: () => boolean, what: string): Promise<void> {
    if (isSo()) return
    await new Promise<void>((resolve, reject) => {
      const deadline = setTimeout(() => reject(new Error(`The viewer waited in vain for ${what}.`)), PATIENCE_MS)
      const look = () => {
        if (!isSo()) return
        clearTimeout(deadline)
        this.#waiting.delete(look)
        resolve()
      }
      this.#waiting.add(look)
    })
  }

  async untilFailed(channel: number, fault: string): Promise<void> {
    await this.until(() => {
      const last = this.lastControl(channel)
      return last?.op === 'failed' && last.fault === fault
    }, `"failed: ${fault}" on channel ${channel}`)
  }

  close(): void {
    this.socket.close()
  }
}

function readUnits(data: Buffer): Heard[] {
  const units = decodeMediaUnits(data)
  if (units.length === 0) throw new Error('The viewer heard a binary message that is no unit.')
  return units.map((unit) => ({ kind: 'unit', unit }))
}

/** Nothing for what is no news: that the service lives, and to a plugin whose ticket it was. */
function readControl(data: Buffer): Heard[] {
  const said: unknown = JSON.parse(data.toString('utf8'))
  if (relayGreeting.safeParse(said).success || mediaAlive.safeParse(said).success) return []
  const past = pastAnswer.safeParse(said)
  if (past.success) return [{ kind: 'past', answer: past.data }]
  const message = mediaMessage.parse(said)
  return [{ kind: message.op, message }]
}
