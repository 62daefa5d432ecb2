import { SUCCESS } from '#contract/envelope.ts'
import { codeOf } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { PUSH_HEARTBEAT_PATH, PUSH_PATH, pushClose, pushMessage, type PushMessage } from '#contract/push.ts'
import type { StationOutput } from '#contract/station.ts'
import { lookForUpdate } from '../app/service-worker.ts'
import type { StationPass } from './station-pass.ts'

export type StationOrder = Extract<PushMessage, { infoType: 'station' }>['infoContent']['order']

/** The service may have come back with a newer release. */
const RELEASE_LOOK_MS = 60_000
const CLOCK = codeOf('station-clock')

interface Parts {
  voId: StationOutput
  pass: StationPass
  onOrder: (order: StationOrder) => void
  /** The service has taken the connection, and tells by it from now on: what it told before was not heard. */
  onTaken: () => void
  /** The connection has gone, and not because it was closed here. */
  onGone: () => void
}

/** The push connection of one screen. */
export class StationPush {
  readonly #voId: StationOutput
  readonly #pass: StationPass
  readonly #onOrder: (order: StationOrder) => void
  readonly #onTaken: () => void
  readonly #onGone: () => void
  #socket: WebSocket | undefined
  #opening: Promise<void> | undefined
  /** How many connections were tried since the service has taken one. */
  #tries = 0
  /** The last one was refused, since its network has too many. */
  #isTurnedAway = false
  #heardMs = 0
  #releaseLookedMs = performance.now()

  constructor({ voId, pass, onOrder, onTaken, onGone }: Parts) {
    this.#voId = voId
    this.#pass = pass
    this.#onOrder = onOrder
    this.#onTaken = onTaken
    this.#onGone = onGone
  }

  /** When something was last heard, by `performance`. */
  get heardMs(): number {
    return this.#heardMs
  }

  /** The service has refused this screen more than once, one time after the other. */
  get isRefused(): boolean {
    return this.#tries > 1
  }

  /** It was, the last time since its network has too many connections. */
  get isCrowdedOut(): boolean {
    return this.isRefused && this.#isTurnedAway
  }

  /** Opens it, unless it is open. Who asks while its token and proof are got waits for the same one. Throws `CallError` where there is no token for it. */
  async open(): Promise<void> {
    if (this.#socket !== undefined && this.#socket.readyState <= WebSocket.OPEN) return
    this.#opening ??= this.#open().finally(() => (this.#opening = undefined))
    await this.#opening
  }

  close(): void {
    const socket = this.#socket
    this.#socket = undefined
    socket?.close()
  }

  async #open(): Promise<void> {
    const token = await this.#pass.token()
    const proof = await this.#pass.prove('push')
    const url = new URL(PUSH_PATH, location.href)
    url.protocol = url.protocol.replace('http', 'ws')
    const socket = new WebSocket(url)
    this.#socket = socket
    this.#tries += 1
    const beat = setInterval(() => {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ type: 'heartbeat', path: PUSH_HEARTBEAT_PATH }))
    }, limits.pushHeartbeatMs)
    socket.addEventListener('open', () => {
      socket.send(JSON.stringify({ type: 'token', token, proof }))
      if (performance.now() - this.#releaseLookedMs < RELEASE_LOOK_MS) return
      this.#releaseLookedMs = performance.now()
      void lookForUpdate()
    })
    socket.addEventListener('message', ({ data }) => {
      this.#heardMs = performance.now()
      this.#hear(String(data))
    })
    socket.addEventListener('close', ({ code }) => {
      clearInterval(beat)
      if (this.#socket !== socket) return
      this.#socket = undefined
      this.#isTurnedAway = code === pushClose.crowded
      this.#onGone()
    })
  }

  #hear(text: string): void {
    const message = pushMessage.safeParse(parsed(text)).data
    const reply = message?.infoType === 'reply' ? message.infoContent : undefined
    if (reply?.code === SUCCESS) this.#tries = 0
    if (reply?.code === SUCCESS && reply.to === 'token') this.#onTaken()
    // It is connected anew once the service has closed this connection, with a proof of the time that comes with a new token.
    if (reply?.code === CLOCK) this.#pass.dropToken()
    if (message?.infoType === 'station' && message.infoContent.voId === this.#voId) this.#onOrder(message.infoContent.order)
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
