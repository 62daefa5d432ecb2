import { once } from 'node:events'
import { WebSocket } from 'ws'
import { pushMessage, type PushMessage } from '#contract/push.ts'

type Kind = PushMessage['infoType']
type Message<K extends Kind> = Extract<PushMessage, { infoType: K }>

/** A push socket of a test: keeps what it hears, each message parsed by the contract, and waits for kinds of messages. */
export class PushClient {
  readonly heard: PushMessage[] = []
  /** Resolves with the WebSocket close code. */
  readonly closed: Promise<number>
  readonly socket: WebSocket
  #waiting: { isIt: (message: PushMessage) => boolean; resolve: (message: PushMessage) => void }[] = []
  readonly #unread: PushMessage[] = []

  private constructor(socket: WebSocket) {
    this.socket = socket
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
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  }

  /** The next message of this kind, and with such content, that was not asked for before. */
  async next<K extends Kind>(kind: K, content: Partial<Message<K>['infoContent']> = {}): Promise<Message<K>> {
    const wanted = Object.entries(content)
    const isIt = ({ infoType, infoContent }: PushMessage) =>
      infoType === kind && wanted.every(([name, value]) => (infoContent as Record<string, unknown>)[name] === value)
    const at = this.#unread.findIndex(isIt)
    const [known] = at === -1 ? [] : this.#unread.splice(at, 1)
    const message = known ?? (await new Promise<PushMessage>((resolve) => this.#waiting.push({ isIt, resolve })))
    return message as Message<K>
  }

  close(): void {
    this.socket.close()
  }

  #hear(message: PushMessage): void {
    this.heard.push(message)
    const waiting = this.#waiting.find(({ isIt }) => isIt(message))
    this.#waiting = this.#waiting.filter((one) => one !== waiting)
    if (waiting === undefined) this.#unread.push(message)
    else waiting.resolve(message)
  }
}
