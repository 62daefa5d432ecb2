import { connect, isIP, type OnReadOpts, type Socket } from 'node:net'
import { connect as connectSecurely, TLSSocket } from 'node:tls'
import { Authorizer, parseChallenges, pickChallenge } from './digest.ts'
import { rtspFaultOf, RtspError, type RtspFault } from './fault.ts'
import { formatMessage, headerOf, RtspReader, type RtspRequest, type RtspResponse } from './rtsp-message.ts'
import type { RtspAddress } from './rtsp-url.ts'

export interface RtspConnectionOptions {
  address: RtspAddress
  /** SHA-256 fingerprint that the camera's certificate has to have, unless an authority vouches for it. */
  certificate?: string | undefined
  /** One interleaved frame; the payload is a view, valid during the call. */
  onFrame(channel: number, payload: Buffer): void
  /** Once, when the connection ends other than by `close`. */
  onEnd(fault: RtspFault): void
}

const READ_BYTES = 64 * 1024
const FAREWELL_MS = 500
/** Cameras that never answer a keep-alive must not fill the memory in a year. */
const MAX_PENDING = 16
const USER_AGENT = 'Sightline'

type Headers = Record<string, string>
type Pending = { resolve(response: RtspResponse): void; reject(error: RtspError): void }

/** One TCP connection to a camera: requests with their answers, authentication, and the interleaved frames in between. */
export class RtspConnection {
  readonly #options: RtspConnectionOptions
  readonly #socket: Socket
  readonly #reader: RtspReader
  readonly #pending = new Map<number, Pending>()
  readonly #closed: Promise<void>
  #authorizer: Authorizer | undefined
  #hasSignedIn = false
  #sequence = 0
  #isOver = false

  /** Starts to connect; requests may be made at once. */
  constructor(options: RtspConnectionOptions) {
    this.#options = options
    const { label } = options.address
    this.#reader = new RtspReader({
      onFrame: (channel, payload) => options.onFrame(channel, payload),
      onMessage: (message) => (message.kind === 'response' ? this.#settle(message) : this.#answer(message)),
    })
    // One read buffer for the life of the connection, instead of a new one for every piece that arrives.
    const onread = { buffer: Buffer.allocUnsafe(READ_BYTES), callback: (count: number, buffer: Uint8Array) => this.#read(count, buffer) }
    this.#socket = this.#connect(onread)
    this.#socket.on('error', (error) => this.end(rtspFaultOf(error, label)))
    this.#closed = new Promise((resolve) => {
      this.#socket.on('close', () => {
        this.end({ kind: 'lost', message: `${label} closed the connection` })
        resolve()
      })
    })
  }

  get address(): RtspAddress {
    return this.#options.address
  }

  /** The network address of the camera; empty before it is connected. */
  get cameraAddress(): string {
    return this.#socket.remoteAddress ?? ''
  }

  /** SHA-256 fingerprint of the camera's certificate, if it has shown one. */
  get certificate(): string | undefined {
    return this.#socket instanceof TLSSocket ? this.#socket.getPeerCertificate()?.fingerprint256 : undefined
  }

  /** It has accepted the user name and the password for something. */
  get hasSignedIn(): boolean {
    return this.#hasSignedIn
  }

  #connect(onread: OnReadOpts): Socket {
    const { host, port, isSecure, label } = this.#options.address
    const options = { host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: 30_000 }
    if (!isSecure) return connect({ ...options, onread })
    const plain = connect(options)
    plain.on('error', (error) => this.end(rtspFaultOf(error, label)))
    // Hardly any camera has a certificate that an authority vouches for: it is known again by the one that it showed at first.
    const socket = connectSecurely({ socket: plain, servername: isIP(host) === 0 ? host : '', rejectUnauthorized: false })
    socket.once('secureConnect', () => this.#checkCertificate(socket))
    socket.on('data', (bytes: Buffer) => this.#read(bytes.length, bytes))
    return socket
  }

  #checkCertificate(socket: TLSSocket): void {
    const { certificate: known, address } = this.#options
    if (known === undefined || socket.authorized || known === this.certificate) return
    this.end({ kind: 'unauthorized', message: `${address.label} shows another certificate than when it was added` })
  }

  /** Sends a request, signed when the camera asks for it, and resolves with the answer whatever its status. Rejects with an `RtspError`. */
  async request(method: string, uri: string, headers: Headers = {}): Promise<RtspResponse> {
    let response = await this.#exchange(method, uri, headers)
    for (let tries = 0; response.status === 401 && tries < 2; tries++) {
      const challenge = pickChallenge(parseChallenges(response.headers.get('www-authenticate') ?? []))
      const { credentials } = this.#options.address
      const isStale = challenge?.params.get('stale')?.toLowerCase() === 'true'
      if (!challenge || !credentials || (tries > 0 && !isStale)) break
      this.#authorizer = new Authorizer(challenge, credentials)
      response = await this.#exchange(method, uri, headers)
    }
    if (this.#authorizer && response.status !== 401) this.#hasSignedIn = true
    return response
  }

  /** Sends one interleaved frame, unless so many bytes wait already. */
  sendFrame(channel: number, payload: Buffer, mostWaitingBytes: number): void {
    if (this.#isOver || this.#socket.writableLength > mostWaitingBytes) return
    this.#socket.write(Buffer.concat([Buffer.of(0x24, channel, payload.length >> 8, payload.length & 0xff), payload]))
  }

  /** Reads nothing more until `resume`: the camera waits. */
  pause(): void {
    this.#socket.pause()
  }

  resume(): void {
    this.#socket.resume()
  }

  /** Ends with a last request that nobody waits for; resolves when the socket is closed. */
  async close(method: string, uri: string, headers: Headers): Promise<void> {
    if (!this.#isOver) {
      if (!this.#socket.connecting) this.#write(method, uri, headers)
      this.#finish({ kind: 'lost', message: 'the session was closed' })
      if (this.#socket.connecting) this.#socket.destroy()
      else this.#socket.end()
    }
    const force = setTimeout(() => this.#socket.destroy(), FAREWELL_MS)
    await this.#closed
    clearTimeout(force)
  }

  /** Breaks off for this reason: everything that waits is rejected with it. */
  end(fault: RtspFault): void {
    if (this.#isOver) return
    this.#finish(fault)
    this.#socket.destroy()
    this.#options.onEnd(fault)
  }

  #finish(fault: RtspFault): void {
    this.#isOver = true
    for (const pending of this.#pending.values()) pending.reject(new RtspError(fault))
    this.#pending.clear()
  }

  #exchange(method: string, uri: string, headers: Headers): Promise<RtspResponse> {
    return new Promise((resolve, reject) => {
      if (this.#isOver) return reject(new RtspError({ kind: 'lost', message: 'the connection has ended' }))
      try {
        const sequence = this.#write(method, uri, headers)
        this.#pending.set(sequence, { resolve, reject })
        this.#pending.delete(sequence - MAX_PENDING)
      } catch (error) {
        reject(new RtspError(rtspFaultOf(error, this.#options.address.label)))
      }
    })
  }

  #write(method: string, uri: string, headers: Headers): number {
    const sequence = ++this.#sequence
    const all: Record<string, string | number> = { CSeq: sequence, 'User-Agent': USER_AGENT, ...headers }
    if (this.#authorizer) all.Authorization = this.#authorizer.header(method, uri)
    this.#socket.write(formatMessage(`${method} ${uri} RTSP/1.0`, all))
    return sequence
  }

  #read(count: number, buffer: Uint8Array): boolean {
    if (this.#isOver) return true
    try {
      this.#reader.push(buffer.subarray(0, count))
    } catch (error) {
      this.end(rtspFaultOf(error, this.#options.address.label))
    }
    return true
  }

  #settle(response: RtspResponse): void {
    const text = headerOf(response, 'cseq')
    // Some cameras forget the number; with one request under way there is no doubt.
    const sequence = text === undefined && this.#pending.size === 1 ? [...this.#pending.keys()][0] : Number(text)
    const pending = sequence === undefined ? undefined : this.#pending.get(sequence)
    if (sequence === undefined || !pending || response.status < 200) return
    this.#pending.delete(sequence)
    pending.resolve(response)
  }

  /** Some cameras ask whether we are still there. */
  #answer(request: RtspRequest): void {
    const status = request.method === 'OPTIONS' || request.method.endsWith('_PARAMETER') ? '200 OK' : '501 Not Implemented'
    const sequence = headerOf(request, 'cseq') ?? '0'
    if (/^\d{1,10}$/.test(sequence)) this.#socket.write(formatMessage(`RTSP/1.0 ${status}`, { CSeq: sequence }))
  }
}
