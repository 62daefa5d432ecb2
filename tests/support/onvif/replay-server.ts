import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { createServer as createSecureServer } from 'node:tls'
import { formatMessage, headerOf, RtspReader, type RtspRequest } from '#device/bridge/rtsp/rtsp-message.ts'
import type { Clip } from '../clip.ts'
import { payloadsOf, rtpPacket } from '../rtp-packetizer.ts'
import { Authenticator } from '../rtsp-auth.ts'
import { soundPayload, type TestSound } from '../test-sound.ts'

const CLOCK_RATE = 90_000
const SSRC = 0x52_65_70_6c
const SOUND_SSRC = 0x53_6f_75_6e
const NTP_TO_UNIX_S = 2_208_988_800
const REPLAY = 'onvif-replay'

interface ReplayServerOptions {
  clip: Clip
  fps: number
  /** Of its first picture, which has the number 0, and the end of its last: by the camera's clock, epoch ms. */
  fromMs: number
  untilMs: number
  account: { username: string; password: string }
  /** Recorded from the same moment on. */
  sound?: TestSound
  /** What was not recorded, by the camera's clock. */
  gaps?: readonly { fromMs: number; untilMs: number }[]
  /** Plays over TLS alone. */
  tls?: { key: string; cert: string }
  /** Sends whoever asks on to there. */
  movedTo?: string
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
    const serve = (socket: Socket) => this.#serve(socket)
    this.#server = options.tls ? createSecureServer(options.tls, serve) : createServer({ noDelay: true }, serve)
  }

  static async open(options: ReplayServerOptions): Promise<ReplayServer> {
    const server = new ReplayServer(options)
    server.#server.listen(0, '127.0.0.1')
    await once(server.#server, 'listening')
    return server
  }

  get url(): string {
    return `${this.#options.tls ? 'rtsps' : 'rtsp'}://127.0.0.1:${(this.#server.address() as AddressInfo).port}/recording`
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
    await once(this.#server, 'close')
  }

  /** How many are connected. */
  get connections(): number {
    return this.#sockets.size
  }

  /** When the picture of this number was taken. */
  timeOf(number: number): number {
    return this.#options.fromMs + (number * 1000) / this.#options.fps
  }

  /** A recording begins anew with a key frame. */
  #isMissing(number: number): boolean {
    const { gaps = [], clip } = this.#options
    let key = number
    while (key > 0 && !clip.pictures[key % clip.pictures.length]?.isKey) key -= 1
    return gaps.some(({ fromMs, untilMs }) => this.timeOf(number) >= fromMs && this.timeOf(key) < untilMs)
  }

  /** When the frame of sound with this number was recorded. */
  soundTimeOf(number: number): number {
    const { frameTicks = 0, clockRate = 1 } = this.#options.sound ?? {}
    return this.#options.fromMs + (number * frameTicks * 1000) / clockRate
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket)
    let hasSound = false
    const onMessage = (message: { kind: string }) => {
      const request = message as unknown as RtspRequest
      if (message.kind !== 'request') return
      hasSound ||= request.method === 'SETUP' && request.uri.endsWith('track2')
      this.#answer(socket, request, hasSound)
    }
    const reader = new RtspReader({ onFrame: () => {}, onMessage })
    socket.on('data', (chunk) => reader.push(chunk))
    socket.on('error', () => socket.destroy())
    socket.on('close', () => this.#sockets.delete(socket))
  }

  #answer(socket: Socket, request: RtspRequest, hasSound: boolean): void {
    const say = (status: string, headers: Record<string, string> = {}, body = '') =>
      socket.write(formatMessage(`RTSP/1.0 ${status}`, { CSeq: headerOf(request, 'cseq') ?? '0', ...headers }, body))
    const session = { Session: 'replay-1;timeout=60' }
    if (request.method === 'OPTIONS') return void say('200 OK', { Public: 'OPTIONS, DESCRIBE, SETUP, PLAY, GET_PARAMETER, TEARDOWN' })
    if (!this.#authenticator.accepts(headerOf(request, 'authorization'), request.method, request.uri))
      return void say('401 Unauthorized', { 'WWW-Authenticate': this.#authenticator.challenge })
    if (['DESCRIBE', 'SETUP', 'PLAY'].includes(request.method) && headerOf(request, 'require') !== REPLAY)
      return void say('551 Option not supported', { Unsupported: REPLAY })
    const { movedTo } = this.#options
    if (request.method === 'DESCRIBE' && movedTo !== undefined) return void say('302 Moved Temporarily', { Location: movedTo })
    if (request.method === 'DESCRIBE')
      return void say('200 OK', { 'Content-Base': `${request.uri}/`, 'Content-Type': 'application/sdp' }, this.#describe())
    if (request.method === 'SETUP')
      return void say('200 OK', {
        ...session,
        Transport: `RTP/AVP/TCP;unicast;interleaved=${request.uri.endsWith('track2') ? '2-3' : '0-1'}`,
      })
    if (request.method !== 'PLAY') return void say('200 OK', session)
    const [, from = '', until = ''] = /^clock=(\S+Z)-(\S+Z)$/.exec(headerOf(request, 'range') ?? '') ?? []
    const [startMs, endMs] = [clockMs(from), clockMs(until)]
    const { fromMs, untilMs } = this.#options
    if (Number.isNaN(startMs + endMs) || startMs >= untilMs || endMs <= fromMs) return void say('457 Invalid Range')
    if (headerOf(request, 'rate-control') !== 'no') return void say('400 Bad Request')
    const frames = headerOf(request, 'frames') ?? 'all'
    this.played.push({ range: headerOf(request, 'range') ?? '', frames })
    say('200 OK', { ...session, Range: headerOf(request, 'range') ?? '' })
    this.#play(socket, startMs, Math.min(endMs, untilMs), { isKeysOnly: frames === 'intra', hasSound })
  }

  #play(socket: Socket, startMs: number, endMs: number, { isKeysOnly, hasSound }: { isKeysOnly: boolean; hasSound: boolean }): void {
    const { clip, fps, fromMs } = this.#options
    const { pictures, codec } = clip
    let number = Math.max(0, Math.floor(((startMs - fromMs) * fps) / 1000))
    while (number > 0 && !pictures[number % pictures.length]?.isKey) number -= 1
    const send = (channel: number, packet: Buffer) =>
      socket.write(Buffer.concat([Buffer.of(0x24, channel, packet.length >> 8, packet.length & 0xff), packet]))
    const soundMs = (at: number) => (hasSound ? this.soundTimeOf(at) : Number.POSITIVE_INFINITY)
    let sequence = 1
    let frame = 0
    while (soundMs(frame) < this.timeOf(number)) frame += this.#options.sound?.framesPerPacket ?? 1
    for (; this.timeOf(number) < endMs; number += 1) {
      const picture = pictures[number % pictures.length]
      if (picture === undefined || (isKeysOnly && !picture.isKey) || this.#isMissing(number)) continue
      const payloads = payloadsOf(picture.nals, false, codec)
      for (const [index, payload] of payloads.entries()) {
        const fields = { marker: index === payloads.length - 1, timestamp: Math.round((number * CLOCK_RATE) / fps), ssrc: SSRC }
        const packet = withTime(rtpPacket(payload, { ...fields, sequence: sequence++ }), this.timeOf(number))
        send(0, packet)
      }
      while (soundMs(frame) < this.timeOf(number + 1)) {
        send(2, this.#soundPacket(frame))
        frame += this.#options.sound?.framesPerPacket ?? 1
      }
    }
  }

  /** Every second packet alone tells its time. */
  #soundPacket(frame: number): Buffer {
    const { sound } = this.#options
    if (sound === undefined) throw new Error('There is no sound.')
    const { frames, framesPerPacket, frameTicks, payloadType } = sound
    const many = Array.from({ length: framesPerPacket }, (_, index) => frames[(frame + index) % frames.length] ?? new Uint8Array(1))
    const number = frame / framesPerPacket
    const fields = { marker: true, timestamp: (0xffff_f000 + frame * frameTicks) >>> 0, ssrc: SOUND_SSRC, payloadType }
    const packet = rtpPacket(soundPayload(sound, many), { ...fields, sequence: number & 0xffff })
    return number % 2 === 0 ? withTime(packet, this.soundTimeOf(frame)) : packet
  }

  #describe(): string {
    const { clip, fps, sound } = this.#options
    const sets = clip.sets.map((nal) => Buffer.from(nal).toString('base64')).join(',')
    const head = ['v=0', 'o=- 1 1 IN IP4 127.0.0.1', 's=Recording', 'c=IN IP4 0.0.0.0', 't=0 0', 'a=control:*']
    const format = [`a=rtpmap:96 ${clip.codec}/90000`, `a=fmtp:96 packetization-mode=1;sprop-parameter-sets=${sets}`]
    const audio = sound ? [`m=audio 0 RTP/AVP ${sound.payloadType}`, ...sound.description, 'a=control:track2'] : []
    return `${[...head, 'm=video 0 RTP/AVP 96', ...format, `a=framerate:${fps}`, 'a=control:track1', ...audio].join('\r\n')}\r\n`
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
