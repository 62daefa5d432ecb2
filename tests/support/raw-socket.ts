import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

const CLOSE_FRAME = 0x88

/** A WebSocket without manners, over a connection of its own: it says what it wants, reads all that comes, and never answers a close. */
export class RawSocket {
  readonly #socket: Socket
  #heard = Buffer.alloc(0)
  /** When the other side ended the connection, by `performance.now()`. */
  readonly ended: Promise<number>

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.on('data', (data: Buffer) => (this.#heard = Buffer.concat([this.#heard, data])))
    socket.on('error', () => {})
    this.ended = new Promise((resolve) => socket.once('close', () => resolve(performance.now())))
  }

  /** Asks for a socket. `from`: the address that a proxy says it came from, to a service that trusts one; `origin`: of the page. */
  static async open(serviceUrl: string, path: string, from?: string, origin?: string): Promise<RawSocket> {
    return (await RawSocket.prepare(serviceUrl, path, from, origin))()
  }

  /** As `open`, in two steps: what the answer does asks for the socket, over a connection that stands. */
  static async prepare(serviceUrl: string, path: string, from?: string, origin = serviceUrl): Promise<() => RawSocket> {
    const { hostname, port } = new URL(serviceUrl)
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    const headers = [
      `GET ${path} HTTP/1.1`,
      `Host: ${hostname}:${port}`,
      `Origin: ${origin}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
      ...(from === undefined ? [] : [`X-Forwarded-For: ${from}`]),
    ]
    return () => {
      socket.write([...headers, '', ''].join('\r\n'))
      return new RawSocket(socket)
    }
  }

  /** Frames that came, each as its text; of a close frame, `close` and its code. */
  get frames(): string[] {
    const start = this.#heard.indexOf('\r\n\r\n')
    const frames: string[] = []
    let at = start < 0 ? this.#heard.length : start + 4
    while (at + 2 <= this.#heard.length) {
      const [first = 0, second = 0] = [this.#heard[at], this.#heard[at + 1]]
      const isLong = second === 126
      const length = isLong ? this.#heard.readUInt16BE(at + 2) : second
      const body = this.#heard.subarray(at + (isLong ? 4 : 2), at + (isLong ? 4 : 2) + length)
      frames.push(first === CLOSE_FRAME ? `close ${body.length >= 2 ? body.readUInt16BE(0) : ''}` : body.toString('utf8'))
      at += (isLong ? 4 : 2) + length
    }
    return frames
  }

  /** The code by which it was closed; undefined while it was not. */
  get closedBy(): number | undefined {
    const close = this.frames.find((frame) => frame.startsWith('close '))
    return close === undefined ? undefined : Number(close.slice(6))
  }

  /** Says a text of up to 65,535 bytes, masked with zeros. */
  say(message: unknown): void {
    const text = Buffer.from(JSON.stringify(message))
    const length = text.byteLength < 126 ? [0x80 + text.byteLength] : [0xfe, text.byteLength >> 8, text.byteLength & 0xff]
    if (this.#socket.writable) this.#socket.write(Buffer.concat([Buffer.from([0x81, ...length, 0, 0, 0, 0]), text]))
  }

  drop(): void {
    this.#socket.destroy()
  }
}
