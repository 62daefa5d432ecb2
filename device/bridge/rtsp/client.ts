import { RtspConnection } from './connection.ts'
import { faultOf, RtspError, rtspError, type RtspFault } from './fault.ts'
import { H264Depacketizer, type DepacketizerStats, type RawUnit } from './h264-depacketizer.ts'
import { MediaClock } from './media-clock.ts'
import { ParameterSets } from './parameter-sets.ts'
import { emptyRtpPacket, parseRtp, parseSenderReport } from './rtp.ts'
import { headerOf, type RtspResponse } from './rtsp-message.ts'
import { parseRtspUrl, type RtspAddress } from './rtsp-url.ts'
import { findH264, offeredCodecs, parseSdp, resolveControl, type H264Track } from './sdp.ts'
import type { SpsInfo } from './sps.ts'

/** One whole coded picture. */
export interface AccessUnit {
  /** Annex B, owned by the receiver; a key frame has its parameter sets with it */
  data: Uint8Array
  isKey: boolean
  /** whole µs from the first picture on; moves on steadily, also when the camera resets its clock */
  ptsUs: number
  /** wall clock at capture, epoch ms */
  captureMs: number
}

export interface VideoFormat {
  /** RFC 6381, `avc1.PPCCLL` */
  codec: string
  width: number
  height: number
  fps?: number
}

export interface RtspSessionOptions {
  /** `rtsp://[user:password@]host[:port]/path` */
  url: string
  /** for everything until the camera agrees to play, 5 s */
  connectTimeoutMs?: number
  /** without a single video packet while playing, 10 s */
  stallTimeoutMs?: number
  /** wall clock, epoch ms */
  clock?: () => number
  onUnit(unit: AccessUnit): void
  /** Before the first unit, and whenever the camera changes its format, before the first unit in it. */
  onFormat?(format: VideoFormat): void
  /** Once, when an open session ends by itself; not after `close`, nor when `open` rejects. */
  onClose?(fault: RtspFault): void
}

/** An open camera whose key frames never carry parameter sets is given up after this. */
const FORMAT_TIMEOUT_MS = 30_000
const DEFAULT_SESSION_S = 60

/**
 * One session with one H.264 camera: `open`, then `onUnit` for each picture from the first key frame on, until `close` or `onClose`.
 * It is used once; to reconnect, make a new one.
 */
export class RtspSession {
  readonly #options: RtspSessionOptions
  readonly #clock: () => number
  readonly #sets = new ParameterSets()
  readonly #depacketizer = new H264Depacketizer(this.#sets, (unit) => this.#deliver(unit))
  readonly #packet = emptyRtpPacket()
  readonly #format = Promise.withResolvers<VideoFormat>()
  #state: 'new' | 'opening' | 'playing' | 'over' = 'new'
  #fault: RtspFault | undefined
  #address: RtspAddress | undefined
  #connection: RtspConnection | undefined
  #track: (H264Track & { rtpChannel: number; rtcpChannel: number }) | undefined
  #mediaClock = new MediaClock()
  #ssrc: number | undefined
  #info: SpsInfo | undefined
  #session: { id: string; uri: string } | undefined
  #stallTimer: NodeJS.Timeout | undefined
  #formatTimer: NodeJS.Timeout | undefined
  #keepAliveTimer: NodeJS.Timeout | undefined

  constructor(options: RtspSessionOptions) {
    this.#options = options
    this.#clock = options.clock ?? Date.now
    this.#format.promise.catch(() => {}) // who calls `open` hears of it
  }

  get stats(): Readonly<DepacketizerStats> {
    return this.#depacketizer.stats
  }

  /** Resolves when the camera plays and its format is known; rejects with an `RtspError`. */
  async open(): Promise<VideoFormat> {
    if (this.#state !== 'new') throw rtspError('protocol', 'a session is opened once')
    this.#state = 'opening'
    const timeoutMs = this.#options.connectTimeoutMs ?? 5_000
    const deadline = setTimeout(() => this.#giveUp(`no answer within ${timeoutMs} ms`), timeoutMs)
    try {
      await this.#start(parseRtspUrl(this.#options.url))
      clearTimeout(deadline)
      const format = await this.#format.promise
      if (this.#fault) throw new RtspError(this.#fault) // ended in the very moment it began
      this.#state = 'playing'
      return format
    } catch (error) {
      const fault = faultOf(error, this.#address?.label ?? 'the camera')
      this.#over()
      this.#connection?.end(fault)
      throw new RtspError(fault)
    } finally {
      clearTimeout(deadline)
    }
  }

  /** Tells the camera to stop, and resolves when the connection is closed. Safe at any time. */
  async close(): Promise<void> {
    const session = this.#session
    this.#over()
    this.#format.reject(rtspError('lost', 'the session was closed'))
    if (session) await this.#connection?.close('TEARDOWN', session.uri, { Session: session.id })
    else this.#connection?.end({ kind: 'lost', message: 'the session was closed' })
  }

  async #start(address: RtspAddress): Promise<void> {
    this.#address = address
    const connection = new RtspConnection({
      address,
      onFrame: (channel, payload) => this.#frame(channel, payload),
      onEnd: (fault) => this.#ended(fault),
    })
    this.#connection = connection

    const options = await connection.request('OPTIONS', address.uri)
    if (options.status === 401) this.#check(options, 'OPTIONS') // other refusals do not matter here
    const keepAlive = /\bGET_PARAMETER\b/i.test(headerOf(options, 'public') ?? '') ? 'GET_PARAMETER' : 'OPTIONS'

    const described = await connection.request('DESCRIBE', address.uri, { Accept: 'application/sdp' })
    this.#check(described, 'DESCRIBE')
    const base = headerOf(described, 'content-base') ?? headerOf(described, 'content-location') ?? address.uri
    const { track, aggregate } = readDescription(described.body, base)
    for (const nal of track.parameterSets) this.#sets.take(nal)
    this.#mediaClock = new MediaClock(track.clockRate)

    const transport = 'RTP/AVP/TCP;unicast;interleaved=0-1'
    const setup = await connection.request('SETUP', resolveControl(base, track.control), { Transport: transport })
    this.#check(setup, 'SETUP')
    this.#track = { ...track, ...readChannels(setup) }
    const { id, timeoutS } = readSession(setup)
    this.#session = { id, uri: aggregate }

    this.#check(await connection.request('PLAY', aggregate, { Session: id, Range: 'npt=0.000-' }), 'PLAY')
    const stallMs = this.#options.stallTimeoutMs ?? 10_000
    this.#stallTimer = setTimeout(() => this.#giveUp(`no pictures for ${stallMs} ms`), stallMs)
    this.#keepAliveTimer = setInterval(() => void this.#keepAlive(keepAlive), (timeoutS * 1000) / 2)
    if (this.#sets.isComplete && this.#sets.info) this.#format.resolve(this.#formatOf(this.#sets.info))
    else this.#formatTimer = setTimeout(() => this.#giveUp(`no parameter sets within ${FORMAT_TIMEOUT_MS} ms`), FORMAT_TIMEOUT_MS)
  }

  #check(response: RtspResponse, method: string): void {
    const { status } = response
    const label = this.#address?.label
    if (status >= 200 && status < 300) return
    if (status === 401) {
      const reason = this.#address?.credentials ? 'does not accept the user name and password' : 'wants a user name and password'
      throw rtspError('unauthorized', `${label} ${reason}`)
    }
    if (status === 403) throw rtspError('unauthorized', `${label} does not allow it for this user`)
    if (status === 404) throw rtspError('not-found', `${label} has no stream at this path`)
    if (status === 461) throw rtspError('protocol', `${label} does not send over TCP`)
    throw rtspError('protocol', `${label} answered ${method} with ${status}`)
  }

  async #keepAlive(method: string): Promise<void> {
    if (!this.#session || !this.#connection) return
    try {
      const response = await this.#connection.request(method, this.#session.uri, { Session: this.#session.id })
      if (response.status === 401 || response.status === 403) this.#check(response, method)
      if (response.status === 454) throw rtspError('lost', `${this.#address?.label} has forgotten the session`)
    } catch (error) {
      this.#connection.end(faultOf(error, this.#address?.label ?? ''))
    }
  }

  #frame(channel: number, bytes: Buffer): void {
    const track = this.#track
    if (!track) return
    if (channel === track.rtcpChannel) {
      const report = parseSenderReport(bytes)
      if (report) this.#mediaClock.senderReport(report)
    } else if (channel === track.rtpChannel) {
      const packet = this.#packet
      if (!parseRtp(bytes, packet) || packet.payloadType !== track.payloadType) return
      this.#stallTimer?.refresh()
      if (this.#ssrc !== undefined && this.#ssrc !== packet.ssrc) this.#mediaClock.restart()
      this.#ssrc = packet.ssrc
      this.#depacketizer.push(packet, this.#clock())
    }
  }

  #deliver(unit: RawUnit): void {
    if (this.#state === 'over') return
    const { info } = this.#sets
    if (info && info !== this.#info) {
      this.#info = info
      clearTimeout(this.#formatTimer)
      const format = this.#formatOf(info)
      this.#format.resolve(format)
      this.#options.onFormat?.(format)
    }
    const times = this.#mediaClock.time(unit.rtpTimestamp, unit.arrivalMs)
    this.#options.onUnit({ data: unit.data, isKey: unit.isKey, ...times })
  }

  #formatOf({ codec, width, height, fps }: SpsInfo): VideoFormat {
    const rate = this.#track?.framerate ?? fps
    return rate === undefined ? { codec, width, height } : { codec, width, height, fps: rate }
  }

  #giveUp(what: string): void {
    const fault: RtspFault = { kind: 'timeout', message: `${this.#address?.label ?? 'the camera'}: ${what}` }
    this.#connection?.end(fault)
  }

  #ended(fault: RtspFault): void {
    const wasPlaying = this.#state === 'playing'
    this.#fault = fault
    this.#over()
    this.#format.reject(new RtspError(fault))
    if (wasPlaying) this.#options.onClose?.(fault)
  }

  #over(): void {
    this.#state = 'over'
    this.#session = undefined
    clearTimeout(this.#stallTimer)
    clearTimeout(this.#formatTimer)
    clearInterval(this.#keepAliveTimer)
  }
}

function readDescription(body: string, base: string): { track: H264Track; aggregate: string } {
  const sdp = parseSdp(body)
  const track = findH264(sdp)
  if (track && track.packetizationMode < 2) return { track, aggregate: resolveControl(base, sdp.control) }
  if (track) throw rtspError('protocol', 'the camera sends H.264 in interleaved mode, which is not supported')
  const offered = offeredCodecs(sdp)
  const names = offered.length > 0 ? `it offers ${offered.join(', ')}` : 'it offers no video'
  throw new RtspError({ kind: 'no-h264', message: `the camera has no H.264 stream at this path: ${names}`, offered })
}

function readChannels(setup: RtspResponse): { rtpChannel: number; rtcpChannel: number } {
  const transport = headerOf(setup, 'transport') ?? ''
  const channels = /\binterleaved=(\d{1,3})(?:-(\d{1,3}))?/i.exec(transport)
  if (!channels && !/RTP\/AVP\/TCP/i.test(transport)) throw rtspError('protocol', 'the camera does not send over TCP')
  const rtpChannel = Number(channels?.[1] ?? 0)
  return { rtpChannel, rtcpChannel: Number(channels?.[2] ?? rtpChannel + 1) }
}

function readSession(setup: RtspResponse): { id: string; timeoutS: number } {
  const [, id, timeout] = /^\s*([^;\s]{1,256})\s*(?:;\s*timeout\s*=\s*(\d{1,6}))?/i.exec(headerOf(setup, 'session') ?? '') ?? []
  if (id === undefined) throw rtspError('protocol', 'the camera opened no session')
  const timeoutS = Number(timeout ?? DEFAULT_SESSION_S) || DEFAULT_SESSION_S
  return { id, timeoutS: Math.min(Math.max(timeoutS, 1), 3600) }
}
