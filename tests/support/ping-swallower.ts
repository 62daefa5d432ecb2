import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { WebSocket, WebSocketServer } from 'ws'

/** A box on the way that ends WebSockets and makes new ones: it hands messages on both ways, and no ping and no pong. It may answer pings itself. */
export class PingSwallower {
  readonly #target: URL
  readonly #server: WebSocketServer
  #isDead = false
  /** Texts that viewers said, in order, and those that the service did. */
  readonly said: string[] = []
  readonly answered: string[] = []

  /** In front of the service at this address, which is told that whoever comes has opened it there. */
  private constructor(target: string, autoPong: boolean) {
    this.#target = new URL(target)
    this.#server = new WebSocketServer({ port: 0, host: '127.0.0.1', autoPong, perMessageDeflate: false })
    this.#server.on('connection', (near, { url = '/', headers }) => {
      const at = new URL(url, this.#target)
      at.protocol = 'ws:'
      const protocols = headers['sec-websocket-protocol']?.split(/, */) ?? []
      const far = new WebSocket(at, protocols, { origin: this.#target.origin, autoPong: false, perMessageDeflate: false })
      this.#join(near, far, once(far, 'open'))
    })
  }

  static async start(target: string, { answersPings = false } = {}): Promise<PingSwallower> {
    const box = new PingSwallower(target, answersPings)
    await once(box.#server, 'listening')
    return box
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** Both connections stay, and nothing passes any more. */
  fallSilent(): void {
    this.#isDead = true
  }

  async close(): Promise<void> {
    for (const near of this.#server.clients) near.terminate()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #join(near: WebSocket, far: WebSocket, opened: Promise<unknown>): void {
    // A service that takes nobody closes what came, below.
    opened.catch(() => {})
    near.on('message', (data: Buffer, isBinary) => {
      if (this.#isDead) return
      if (!isBinary) this.said.push(data.toString())
      opened.then(
        () => far.send(data, { binary: isBinary }),
        () => {},
      )
    })
    far.on('message', (data: Buffer, isBinary) => {
      if (this.#isDead) return
      if (!isBinary) this.answered.push(data.toString())
      near.send(data, { binary: isBinary })
    })
    far.on('close', () => near.terminate())
    near.on('close', () => far.terminate())
    for (const socket of [near, far]) socket.on('error', () => {})
  }
}
