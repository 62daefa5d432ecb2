import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createServer as createSecureServer } from 'node:tls'
import { Authenticator, type AuthOptions } from './rtsp-auth.ts'
import { RtspServerConnection } from './rtsp-server-connection.ts'
import { TestCamera, type TestCameraOptions } from './test-camera.ts'

export interface RtspServerOptions {
  cameras: TestCameraOptions[]
  /** 0, the default, takes any free one */
  port?: number
  auth?: AuthOptions
  /** as told to viewers, 60 by default; who asks for nothing half as long again is cut off */
  sessionTimeoutS?: number
  /** what it says to a request that it would answer otherwise */
  refuses?: (method: string, uri: string) => { status: string; headers?: Record<string, string> } | undefined
  /** refuses the other one; both by default */
  sendsOver?: 'tcp' | 'udp'
  /** what the network does to datagrams that are sent at once; nothing by default */
  shuffle?: (packets: readonly Buffer[]) => readonly Buffer[]
  /** speaks rtsps with this certificate */
  tls?: { key: string; cert: string }
}

/**
 * A real RTSP server on the loopback, with one camera per path: TCP interleaved and UDP, Basic and Digest.
 * It can do to its viewers what cameras do to theirs: stall (`camera(path).stall()`), refuse, fall silent, hang up.
 */
export class RtspTestServer {
  readonly authenticator: Authenticator | undefined
  /** methods in the order they were asked, over all connections */
  readonly requests: string[] = []
  readonly sessionTimeoutS: number
  readonly sendsOver: RtspServerOptions['sendsOver']
  readonly shuffle: NonNullable<RtspServerOptions['shuffle']>
  readonly refuses: NonNullable<RtspServerOptions['refuses']>
  readonly #tls: RtspServerOptions['tls']
  /** takes connections and requests, and never answers */
  isSilent = false
  readonly #cameras: Map<string, TestCamera>
  readonly #sockets = new Set<Socket>()
  #listener: Server | undefined
  #port: number

  constructor(options: RtspServerOptions) {
    this.#port = options.port ?? 0
    this.sessionTimeoutS = options.sessionTimeoutS ?? 60
    this.sendsOver = options.sendsOver
    this.shuffle = options.shuffle ?? ((packets) => packets)
    this.refuses = options.refuses ?? (() => undefined)
    this.#tls = options.tls
    this.authenticator = options.auth && new Authenticator(options.auth)
    this.#cameras = new Map(options.cameras.map((camera) => [camera.path, new TestCamera(camera)]))
  }

  get port(): number {
    return this.#port
  }

  get connectionCount(): number {
    return this.#sockets.size
  }

  /** `rtsp://127.0.0.1:port/path` (`rtsps:` where it speaks that), with `user:password` in it when given. */
  url(path: string, user = ''): string {
    return `${this.#tls ? 'rtsps' : 'rtsp'}://${user === '' ? '' : `${user}@`}127.0.0.1:${this.#port}${path}`
  }

  camera(path: string): TestCamera {
    const camera = this.#cameras.get(path)
    if (!camera) throw new Error(`no camera at ${path}`)
    return camera
  }

  /** The camera whose address (or a track of it) this is. */
  find(uri: string): TestCamera | undefined {
    const path = /^rtsps?:\/\/[^/]+(\/[^?]*)/.exec(uri)?.[1] ?? ''
    return this.#cameras.get(path.replace(/\/(track\d+)?$/, ''))
  }

  /** Takes connections, at first and again after `refuse`, on the same port. */
  async listen(): Promise<void> {
    const serve = (socket: Socket) => {
      this.#sockets.add(socket)
      socket.on('close', () => this.#sockets.delete(socket))
      new RtspServerConnection(this, socket).serve()
    }
    const listener = this.#tls ? createSecureServer(this.#tls, serve) : createServer({ noDelay: true }, serve)
    listener.listen(this.#port, '127.0.0.1')
    await once(listener, 'listening')
    this.#listener = listener
    const address = listener.address() as AddressInfo
    this.#port = address.port
  }

  /** New connections are refused; those that exist go on. */
  refuse(): void {
    this.#listener?.close()
    this.#listener = undefined
  }

  /** Cuts all connections, as a camera does that reboots. */
  dropConnections(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy()
  }

  async close(): Promise<void> {
    for (const camera of this.#cameras.values()) camera.close()
    const listener = this.#listener
    this.refuse()
    const sockets = [...this.#sockets].map((socket) => once(socket.destroy(), 'close'))
    await Promise.all(sockets)
    if (listener?.listening) await once(listener, 'close')
  }
}

export async function startRtspServer(options: RtspServerOptions): Promise<RtspTestServer> {
  const server = new RtspTestServer(options)
  await server.listen()
  return server
}
