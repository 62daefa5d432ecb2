import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { formatMessage, headerOf, RtspReader, type RtspRequest } from '#device/bridge/rtsp/rtsp-message.ts'
import type { Clip } from '../clip.ts'
import { payloadsOf, rtpPacket } from '../rtp-packetizer.ts'
import { Authenticator } from '../rtsp-auth.ts'

const CLOCK_RATE = 90_000
const SSRC = 0x52_65_70_6c
const NTP_TO_UNIX_S = 2_208_988_800
const REPLAY = 'onvif-replay'

interface ReplayServerOptions {
  clip: Clip
  fps: number
  /** Of its first picture, which has the number 0, and the end of its last: by the camera's clock, epoch ms. */
  fromMs: number
  untilMs: number
  account: { username: string; password: string }
}

/** Plays what a camera has recorded (ONVIF streaming specification, "RTSP replay"): a clip in a loop, whose pictures say when they were taken. */
export class ReplayServer {
  /** The headers of what was played. */
  readonly played: { range: string; frames: string }[] = []
  readonly #options: ReplayServerOptions
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  readonly #authenticator: Authenticator

  private constructor(options: ReplayServerOptions) {
    this.#options = options
    this.#authenticator = new Authenticator({ ...options.account, scheme: 'md5', hasQop: true })
    this.#server = createServer({ noDelay: true }, (socket) => this.#serve(socket))
  }

  static async open(options: ReplayServerOptions): Promise<ReplayServer> {
    const server = new ReplayServer(options)
    server.#server.listen(0, '127.0.0.1')
    await once(server.#server, 'listening')
    return server
  }

  get url(): string {
    return `rtsp://127.0.0.1:${(this.#server.address() as AddressInfo).port}/recording`
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
    await once(this.#server, 'close')
  }

  /** When the picture of this number was taken. */
  timeOf(number: number): number {
    return this.#options.fromMs + (number * 1000) / this.#options.fps
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket)
    const onMessage = (message: { kind: string }) => message.kind === 'request' && this.#answer(socket, message as unknown as RtspRequest)
    const reader = new RtspReader({ onFrame: () => {}, onMessage })
    socket.on('data', (chunk) => reader.push(chunk))
    socket.on('error', () => socket.destroy())
    socket.on('close', () => this.#sockets.delete(socket))
  }

  #answer(socket: Socket, request: RtspRequest): void {
    const say = (status: string, headers: Record<string, string> = {}, body = '') =>
      socket.write(formatMessage(`RTSP/1.0 ${status}`, { CSeq: headerOf(request, 'cseq') ?? '0', ...headers }, body))
    const session = { Session: 'replay-1;timeout=60' }
    if (request.method === 'OPTIONS') return void say('200 OK', { Public: 'OPTIONS, DESCRIBE, SETUP, PLAY, GET_PARAMETER, TEARDOWN' })
    if (!this.#authenticator.accepts(headerOf(request, 'authorization'), request.method, request.uri))
      return void say('401 Unauthorized', { 'WWW-Authenticate': this.#authenticator.challenge })
    if (['DESCRIBE', 'SETUP', 'PLAY'].includes(request.method) && headerOf(request, 'require') !== REPLAY)
      return void say('551 Option not supported', { Unsupported: REPLAY })
    if (request.method === 'DESCRIBE')
      return void say('200 OK', { 'Content-Base': `${request.uri}/`, 'Content-Type': 'application/sdp' }, this.#describe())
    if (request.method === 'SETUP') return void say('200 OK', { ...session, Transport: 'RTP/AVP/TCP;unicast;interleaved=0-1' })
    if (request.method !== 'PLAY') return void say('200 OK', session)
    const [, from = '', until = ''] = /^clock=(\S+Z)-(\S+Z)$/.exec(headerOf(request, 'range') ?? '') ?? []
    const [startMs, endMs] = [clockMs(from), clockMs(until)]
    const { fromMs, untilMs } = this.#options
    if (Number.isNaN(startMs + endMs) || startMs >= untilMs || endMs <= fromMs) return void say('457 Invalid Range')
    if (headerOf(request, 'rate-control') !== 'no') return void say('400 Bad Request')
    const frames = headerOf(request, 'frames') ?? 'all'
    this.played.push({ range: headerOf(request, 'range') ?? '', frames })
    say('200 OK', { ...session, Range: headerOf(request, 'range') ?? '' })
    this.#play(socket, startMs, Math.min(endMs, untilMs), frames === 'intra')
  }

  #play(socket: Socket, startMs: number, endMs: number, isKeysOnly: boolean): void {
    const { clip, fps, fromMs } = this.#options
    const { pictures, codec } = clip
    let number = Math.max(0, Math.floor(((startMs - fromMs) * fps) / 1000))
    while (number > 0 && !pictures[number % pictures.length]?.isKey) number -= 1
    let sequence = 1
    for (; this.timeOf(number) < endMs; number += 1) {
      const picture = pictures[number % pictures.length]
      if (picture === undefined || (isKeysOnly && !picture.isKey)) continue
      const payloads = payloadsOf(picture.nals, false, codec)
      for (const [index, payload] of payloads.entries()) {
        const fields = { marker: index === payloads.length - 1, timestamp: Math.round((number * CLOCK_RATE) / fps), ssrc: SSRC }
        const packet = withTime(rtpPacket(payload, { ...fields, sequence: sequence++ }), this.timeOf(number))
        socket.write(Buffer.concat([Buffer.of(0x24, 0, packet.length >> 8, packet.length & 0xff), packet]))
      }
    }
  }

  #describe(): string {
    const { clip, fps } = this.#options
    const sets = clip.sets.map((nal) => Buffer.from(nal).toString('base64')).join(',')
    const head = ['v=0', 'o=- 1 1 IN IP4 127.0.0.1', 's=Recording', 'c=IN IP4 0.0.0.0', 't=0 0', 'a=control:*']
    const format = [`a=rtpmap:96 ${clip.codec}/90000`, `a=fmtp:96 packetization-mode=1;sprop-parameter-sets=${sets}`]
    return `${[...head, 'm=video 0 RTP/AVP 96', ...format, `a=framerate:${fps}`, 'a=control:track1'].join('\r\n')}\r\n`
  }
}

/** The packet with the header extension of a replay. */
function withTime(packet: Buffer, atMs: number): Buffer {
  const extension = Buffer.alloc(16)
  extension.writeUInt16BE(0xabac, 0)
  extension.writeUInt16BE(3, 2)
  extension.writeUInt32BE(Math.floor(atMs / 1000) + NTP_TO_UNIX_S, 4)
  extension.writeUInt32BE(Math.floor(((atMs % 1000) / 1000) * 2 ** 32), 8)
  const head = Buffer.from(packet.subarray(0, 12))
  head[0] = (head[0] ?? 0) | 0x10
  return Buffer.concat([head, extension, packet.subarray(12)])
}

/** `20260301T120000.000Z` */
function clockMs(text: string): number {
  return Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)/, '$1-$2-$3T$4:$5:$6'))
}
