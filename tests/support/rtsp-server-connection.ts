import { createSocket, type Socket as UdpSocket } from 'node:dgram'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { formatMessage, headerOf, RtspReader, type RtspRequest } from '#device/bridge/rtsp/rtsp-message.ts'
import type { Authenticator } from './rtsp-auth.ts'
import type { TestLoudspeaker } from './test-loudspeaker.ts'
import type { TestCamera, TestCameraOptions, TrackName, Viewer } from './test-camera.ts'

const MAX_QUEUED_BYTES = 2 * 1024 * 1024
const BACK_CHANNEL = 'www.onvif.org/ver20/backchannel'
const METHODS = 'OPTIONS, DESCRIBE, SETUP, PLAY, GET_PARAMETER, TEARDOWN'

type Headers = Record<string, string | number>
type Answer = { status: string; headers?: Headers; body?: string }
type Transport = { header: string; rtp(packets: readonly Buffer[]): void; rtcp(report: Buffer): void; close(): void }

/** What a connection knows of its server: see `RtspTestServer`. */
interface RtspDesk {
  readonly authenticator: Authenticator | undefined
  readonly requests: string[]
  readonly sessionTimeoutS: number
  readonly sendsOver: 'tcp' | 'udp' | undefined
  readonly isSilent: boolean
  refuses(method: string, uri: string): Answer | undefined
  shuffle(packets: readonly Buffer[]): readonly Buffer[]
  find(uri: string): TestCamera | undefined
}

/** One viewer's connection to the test server. */
export class RtspServerConnection {
  readonly #server: RtspDesk
  readonly #socket: Socket
  readonly #session = Math.random().toString(36).slice(2, 12)
  readonly #idleTimer: NodeJS.Timeout
  #camera: TestCamera | undefined
  readonly #transports = new Map<TrackName, Transport>()
  /** There while its viewer talks. */
  #speech: { loudspeaker: TestLoudspeaker; channel: number } | undefined
  readonly #viewer: Viewer = {
    rtp: (track, packets) => this.#transports.get(track)?.rtp(packets),
    rtcp: (track, report) => this.#transports.get(track)?.rtcp(report),
  }

  constructor(server: RtspDesk, socket: Socket) {
    this.#server = server
    this.#socket = socket
    this.#idleTimer = setTimeout(() => socket.destroy(), server.sessionTimeoutS * 1500)
  }

  serve(): void {
    const socket = this.#socket
    const reader = new RtspReader({
      // All others are receiver reports.
      onFrame: (channel, payload) => channel === this.#speech?.channel && this.#speech.loudspeaker.hear(payload),
      onMessage: (message) => message.kind === 'request' && void this.#handle(message),
    })
    socket.on('data', (chunk) => {
      try {
        reader.push(chunk)
      } catch {
        socket.destroy()
      }
    })
    socket.on('error', () => socket.destroy())
    socket.on('close', () => this.#stop())
  }

  async #handle(request: RtspRequest): Promise<void> {
    this.#server.requests.push(request.method)
    this.#idleTimer.refresh()
    if (this.#server.isSilent) return
    const sequence = headerOf(request, 'cseq') ?? '0'
    const { status, headers, body } = this.#refusal(request) ?? (await this.#answer(request))
    if (this.#socket.destroyed) return
    this.#socket.write(formatMessage(`RTSP/1.0 ${status}`, { CSeq: sequence, ...headers }, body))
    if (request.method === 'PLAY') this.#camera?.add(this.#viewer)
    if (request.method === 'TEARDOWN') this.#socket.end()
  }

  #refusal(request: RtspRequest): Answer | undefined {
    const { authenticator } = this.#server
    const authorization = headerOf(request, 'authorization')
    if (authenticator && request.method !== 'OPTIONS' && !authenticator.accepts(authorization, request.method, request.uri)) {
      return { status: '401 Unauthorized', headers: { 'WWW-Authenticate': authenticator.challenge } }
    }
    const refused = this.#server.refuses(request.method, request.uri)
    if (refused) return refused
    if (request.method !== 'OPTIONS' && !this.#server.find(request.uri)) return { status: '404 Not Found' }
    return this.#refusedTalk(request)
  }

  #refusedTalk(request: RtspRequest): Answer | undefined {
    const isAsked = headerOf(request, 'require') === BACK_CHANNEL
    const loudspeaker = this.#server.find(request.uri)?.options.loudspeaker
    if (isAsked && loudspeaker === undefined) return { status: '551 Option not supported', headers: { Unsupported: BACK_CHANNEL } }
    if (!isAsked && request.uri.endsWith('track3')) return { status: '404 Not Found' }
    const refuses = isAsked || this.#speech !== undefined ? loudspeaker?.refuses : undefined
    return refuses?.method === request.method ? { status: refuses.status } : undefined
  }

  async #answer(request: RtspRequest): Promise<Answer> {
    const session = { Session: `${this.#session};timeout=${this.#server.sessionTimeoutS}` }
    const camera = this.#server.find(request.uri)
    switch (request.method) {
      case 'OPTIONS':
        return { status: '200 OK', headers: { Public: METHODS } }
      case 'DESCRIBE':
        if (!camera) return { status: '404 Not Found' }
        return {
          status: '200 OK',
          headers: { 'Content-Base': `${request.uri}/`, 'Content-Type': 'application/sdp' },
          body: describe(camera, headerOf(request, 'require') === BACK_CHANNEL),
        }
      case 'SETUP': {
        this.#camera = camera
        if (camera?.options.refusesSound && request.uri.endsWith('track2')) return { status: '403 Forbidden' }
        const transport = await this.#openTransport(headerOf(request, 'transport') ?? '')
        if (!transport) return { status: '461 Unsupported Transport' }
        const { loudspeaker } = camera?.options ?? {}
        if (loudspeaker && request.uri.endsWith('track3')) {
          this.#speech = { loudspeaker, channel: Number(/interleaved=(\d+)/.exec(transport.header)?.[1]) }
          return { status: '200 OK', headers: { ...session, Transport: transport.header } }
        }
        this.#transports.set(request.uri.endsWith('track2') ? 'track2' : 'track1', transport)
        return { status: '200 OK', headers: { ...session, Transport: transport.header } }
      }
      case 'PLAY': {
        if (!this.#camera || (this.#transports.size === 0 && !this.#speech)) return { status: '455 Method Not Valid in This State' }
        const { sequence, timestamp } = this.#camera.position
        const info = `url=${request.uri.replace(/\/$/, '')}/track1;seq=${sequence};rtptime=${timestamp}`
        return { status: '200 OK', headers: { ...session, 'RTP-Info': info } }
      }
      case 'GET_PARAMETER':
        return { status: '200 OK', headers: session }
      case 'TEARDOWN':
        this.#stop()
        return { status: '200 OK' }
      default:
        return { status: '501 Not Implemented' }
    }
  }

  async #openTransport(header: string): Promise<Transport | undefined> {
    const interleaved = /interleaved=(\d+)-(\d+)/.exec(header)
    const { sendsOver } = this.#server
    if (interleaved) return sendsOver === 'udp' ? undefined : this.#overTcp(Number(interleaved[1]), Number(interleaved[2]))
    const ports = /client_port=(\d+)-(\d+)/.exec(header)
    if (ports && !header.includes('TCP') && sendsOver !== 'tcp') return overUdp(Number(ports[1]), Number(ports[2]), this.#server.shuffle)
    return undefined
  }

  #overTcp(rtp: number, rtcp: number): Transport {
    const send = (channel: number, packets: readonly Buffer[]) => {
      if (this.#socket.writableLength > MAX_QUEUED_BYTES) return // a camera's buffer is small: it loses what nobody fetches
      const parts = packets.flatMap((packet) => [Buffer.of(0x24, channel, packet.length >> 8, packet.length & 0xff), packet])
      this.#socket.write(Buffer.concat(parts))
    }
    return {
      header: `RTP/AVP/TCP;unicast;interleaved=${rtp}-${rtcp}`,
      rtp: (packets) => send(rtp, packets),
      rtcp: (report) => send(rtcp, [report]),
      close: () => {},
    }
  }

  #stop(): void {
    this.#camera?.remove(this.#viewer)
    this.#speech = undefined
    for (const transport of this.#transports.values()) transport.close()
    this.#transports.clear()
    if (this.#socket.destroyed) clearTimeout(this.#idleTimer)
  }
}

async function overUdp(rtpPort: number, rtcpPort: number, shuffle: RtspDesk['shuffle']): Promise<Transport> {
  const [rtp, rtcp] = await openPair()
  return {
    header: `RTP/AVP;unicast;client_port=${rtpPort}-${rtcpPort};server_port=${rtp.address().port}-${rtcp.address().port}`,
    rtp: (packets) => shuffle(packets).forEach((packet) => rtp.send(packet, rtpPort, '127.0.0.1')),
    rtcp: (report) => rtcp.send(report, rtcpPort, '127.0.0.1'),
    close: () => [rtp, rtcp].forEach((socket) => socket.close()),
  }
}

/** RTP wants an even port and RTCP the next one. */
async function openPair(): Promise<[UdpSocket, UdpSocket]> {
  for (;;) {
    const rtp = await bind(0)
    const { port } = rtp.address()
    const rtcp = port % 2 === 0 ? await bind(port + 1).catch(() => undefined) : undefined
    if (rtcp) return [rtp, rtcp]
    rtp.close()
  }
}

async function bind(port: number): Promise<UdpSocket> {
  const socket = createSocket('udp4')
  socket.on('message', () => {}) // receiver reports
  socket.bind(port, '127.0.0.1')
  await once(socket, 'listening')
  return socket
}

function describe({ options }: TestCamera, withLoudspeaker: boolean): string {
  const { clip, fps, isJpeg = false } = options
  const lines = ['v=0', 'o=- 1 1 IN IP4 127.0.0.1', 's=Test camera', 'c=IN IP4 0.0.0.0', 't=0 0', 'a=control:*']
  const format = isJpeg ? [] : [`a=rtpmap:96 ${clip.codec}/90000`, ...describeFormat(options)]
  const media = [`m=video 0 RTP/AVP ${isJpeg ? 26 : 96}`, ...format, `a=framerate:${fps}`, 'a=control:track1']
  const { sound } = options
  const audio = sound ? [`m=audio 0 RTP/AVP ${sound.payloadType}`, ...sound.description, 'a=control:track2'] : []
  const back = withLoudspeaker ? (options.loudspeaker?.describe() ?? []) : []
  return `${[...lines, ...media, ...audio, ...back].join('\r\n')}\r\n`
}

function describeFormat({ clip, describesSets = true }: TestCameraOptions): string[] {
  const sets = clip.sets.map((nal) => Buffer.from(nal).toString('base64'))
  if (clip.codec === 'H264') return [`a=fmtp:96 packetization-mode=1${describesSets ? `;sprop-parameter-sets=${sets.join(',')}` : ''}`]
  return describesSets ? [`a=fmtp:96 sprop-vps=${sets[0]};sprop-sps=${sets[1]};sprop-pps=${sets[2]}`] : []
}
