import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv6 } from 'node:net'
import { rtspError } from './fault.ts'
import { ReorderWindow } from './reorder-window.ts'
import { headerOf, type RtspResponse } from './rtsp-message.ts'
import type { TrackInput } from './track-input.ts'
import type { RtpTransport } from './transport.ts'

/** A key frame comes at once; the system's own buffer is often smaller than that. */
const RECEIVE_BYTES = 2 * 1024 * 1024
const TRIES = 20
/** An empty RTP packet, which opens the way through an address translation. */
const GREETING = Buffer.from('800000000000000000000000', 'hex')

interface Pair {
  rtp: Socket
  rtcp: Socket
}

/** Packets as datagrams, two ports for each track. Only those from the camera's own address are heard. */
export class UdpTransport implements RtpTransport {
  readonly #askAddress: () => string
  #cameraAddress = ''
  readonly #pairs: Pair[] = []
  #isClosed = false

  /** `cameraAddress` as the connection to the camera has it, asked for with the first track. */
  constructor(cameraAddress: () => string) {
    this.#askAddress = cameraAddress
  }

  async offer(): Promise<string> {
    this.#cameraAddress = plain(this.#askAddress())
    const pair = await this.#openPair()
    this.#pairs.push(pair)
    const { port } = pair.rtp.address()
    return `RTP/AVP;unicast;client_port=${port}-${port + 1}`
  }

  accept(answer: RtspResponse, input: TrackInput): void {
    const transport = headerOf(answer, 'transport') ?? ''
    const pair = this.#pairs.at(-1)
    if (/RTP\/AVP\/TCP|interleaved=/i.test(transport) || !pair) throw rtspError('rejected', 'the camera does not send over UDP')
    const window = new ReorderWindow((bytes) => input.rtp(bytes))
    this.#listen(pair.rtp, (bytes) => window.push(bytes, performance.now()))
    this.#listen(pair.rtcp, (bytes) => input.rtcp(bytes))
    const [, port] = /\bserver_port=(\d{1,5})/i.exec(transport) ?? []
    if (Number(port) > 0 && Number(port) <= 65_535) pair.rtp.send(GREETING, Number(port), this.#cameraAddress)
  }

  frame(): void {}

  close(): void {
    this.#isClosed = true
    for (const { rtp, rtcp } of this.#pairs.splice(0)) {
      rtp.close()
      rtcp.close()
    }
  }

  #listen(socket: Socket, onBytes: (bytes: Buffer) => void): void {
    socket.on('message', (bytes, { address }) => {
      if (plain(address) === this.#cameraAddress) onBytes(bytes)
    })
  }

  /** RTP wants an even port, and RTCP the next one. */
  async #openPair(): Promise<Pair> {
    for (let tries = 0; tries < TRIES && !this.#isClosed; tries++) {
      const rtp = await this.#bind(0)
      const port = rtp?.address().port ?? 1
      const rtcp = port % 2 === 0 ? await this.#bind(port + 1) : undefined
      if (rtp && rtcp && !this.#isClosed) return { rtp, rtcp }
      rtp?.close()
      rtcp?.close()
    }
    throw rtspError('protocol', 'no pair of ports is free to receive on')
  }

  async #bind(port: number): Promise<Socket | undefined> {
    const socket = createSocket({ type: isIPv6(this.#cameraAddress) ? 'udp6' : 'udp4', recvBufferSize: RECEIVE_BYTES })
    try {
      socket.bind(port)
      await once(socket, 'listening')
      // What a single datagram suffers, such as a port that is closed over there, ends nothing.
      socket.on('error', () => {})
      return socket
    } catch {
      return undefined
    }
  }
}

function plain(address: string): string {
  return address.replace(/^::ffff:/, '')
}
