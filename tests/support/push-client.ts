import { once } from 'node:events'
import { WebSocket } from 'ws'
import { pushMessage, type PushMessage } from '#contract/push.ts'

type Kind = PushMessage['infoType']

/** A push socket of a test: keeps what it hears, each message parsed by the contract, and waits for kinds of messages. */
export class PushClient {
  readonly heard: PushMessage[] = []
  /** Resolves with the WebSocket close code. */
  readonly closed: Promise<number>
  readonly #socket: WebSocket
  readonly #waiting = new Map<Kind, (message: PushMessage) => void>()
  readonly #unread: PushMessage[] = []

  private constructor(socket: WebSocket) {
    this.#socket = socket
    const { promise, resolve } = Promise.withResolvers<number>()
    this.closed = promise
    socket.on('close', resolve)
    socket.on('message', (data: Buffer) => this.#hear(pushMessage.parse(JSON.parse(data.toString('utf8')))))
  }

  /** Rejects when the service refuses the upgrade. */
  static async open(url: string, origin: string | undefined): Promise<PushClient> {
    const socket = new WebSocket(url.replace('http', 'ws'), origin === undefined ? {} : { origin })
    const client = new PushClient(socket)
    await once(socket, 'open')
    return client
  }

  send(message: unknown): void {
    this.#socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  }

  /** The next message of this kind that was not asked for before. */
  async next<K extends Kind>(kind: K): Promise<Extract<PushMessage, { infoType: K }>> {
    const at = this.#unread.findIndex((message) => message.infoType === kind)
    const [known] = at === -1 ? [] : this.#unread.splice(at, 1)
    const message = known ?? (await new Promise<PushMessage>((resolve) => this.#waiting.set(kind, resolve)))
    return message as Extract<PushMessage, { infoType: K }>
  }

  close(): void {
    this.#socket.close()
  }

  #hear(message: PushMessage): void {
    this.heard.push(message)
    const waiting = this.#waiting.get(message.infoType)
    this.#waiting.delete(message.infoType)
    if (waiting === undefined) this.#unread.push(message)
    else waiting(message)
  }
}
