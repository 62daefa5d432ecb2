import type { SoundFormat } from '#contract/sound.ts'
import { RtspConnection } from './connection.ts'
import { rtspFaultOf, RtspError, rtspError, type RtspFault } from './fault.ts'
import { Handshake, type PlayingSession } from './handshake.ts'
import { followingMoves } from './redirect.ts'
import { parseRtspUrl, type RtspAddress } from './rtsp-url.ts'
import type { SdpSound } from './sdp.ts'
import { keepSession } from './session-keeper.ts'
import { SoundReader, type SoundFrame } from './sound-reader.ts'
import { TrackInput } from './track-input.ts'
import type { DepacketizerStats } from './video-depacketizer.ts'
import { VideoReader, type AccessUnit, type VideoFormat } from './video-reader.ts'

export interface RtspSessionOptions {
  /** `rtsp://[user:password@]host[:port]/path`, or `rtsps:`; with `?transport=udp` packets come as datagrams */
  url: string
  /** SHA-256 fingerprint of the certificate that an rtsps camera has to show, unless an authority vouches for it; any will do without. */
  certificate?: string | undefined
  /** for everything until the camera agrees to play, 5 s */
  connectTimeoutMs?: number
  /** without a single video packet while playing, 10 s */
  stallTimeoutMs?: number
  /** wall clock, epoch ms */
  clock?: () => number
  onUnit(unit: AccessUnit): void
  /** For each packet of its pictures, whether or not it belongs to one that can be shown. */
  onPacket?(): void
  /** Without it the camera is not asked for sound. Frames come from the first picture on, in order, on the clocks of the pictures. */
  onSound?(frame: SoundFrame): void
  /** Before the first unit, and whenever the camera changes its format, before the first unit in it. */
  onFormat?(format: SessionFormat): void
  /** Once, when an open session ends by itself; not after `close`, nor when `open` rejects. */
  onClose?(fault: RtspFault): void
}

/** What a camera sends, and of its sound what was asked for. */
export type SessionFormat = VideoFormat & { sound?: SoundFormat }

/** An open camera whose key frames never carry parameter sets is given up after this. */
const FORMAT_TIMEOUT_MS = 30_000

/**
 * One session with one camera: `open`, then `onUnit` for each picture from the first key frame on, until `close` or `onClose`.
 * It is used once; to reconnect, make a new one.
 */
export class RtspSession {
  readonly #options: RtspSessionOptions
  readonly #clock: () => number
  readonly #format = Promise.withResolvers<SessionFormat>()
  #state: 'new' | 'opening' | 'playing' | 'over' = 'new'
  #fault: RtspFault | undefined
  #address: RtspAddress | undefined
  #connection: RtspConnection | undefined
  #video: VideoReader | undefined
  #handshake: Handshake | undefined
  #sound: SoundFormat | undefined
  #session: PlayingSession | undefined
  #stallTimer: NodeJS.Timeout | undefined
  #formatTimer: NodeJS.Timeout | undefined
  #stopKeeping = () => {}

  constructor(options: RtspSessionOptions) {
    this.#options = options
    this.#clock = options.clock ?? Date.now
    this.#format.promise.catch(() => {}) // who calls `open` hears of it
  }

  get stats(): Readonly<DepacketizerStats> {
    return this.#video?.stats ?? { units: 0, droppedUnits: 0, lostPackets: 0 }
  }

  /** Of an rtsps camera that is connected: what `certificate` has to be to see it again. */
  get certificate(): string | undefined {
    return this.#connection?.certificate
  }

  /** By how much the camera's clock is behind ours, ms, when it is too much to be believed. */
  get clockErrorMs(): number | undefined {
    return this.#video?.clock.errorMs
  }

  /** Resolves when the camera plays and its format is known; rejects with an `RtspError`. */
  async open(): Promise<SessionFormat> {
    if (this.#state !== 'new') throw rtspError('protocol', 'a session is opened once')
    this.#state = 'opening'
    const timeoutMs = this.#options.connectTimeoutMs ?? 5_000
    const deadline = setTimeout(() => this.#giveUp(`no answer within ${timeoutMs} ms`), timeoutMs)
    try {
      await followingMoves(parseRtspUrl(this.#options.url), (address) => this.#start(address))
      clearTimeout(deadline)
      const format = await this.#format.promise
      if (this.#fault) throw new RtspError(this.#fault) // ended in the very moment it began
      this.#state = 'playing'
      return format
    } catch (error) {
      const fault = rtspFaultOf(error, this.#address?.label ?? 'the camera')
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
    const before = this.#connection
    const connection: RtspConnection = new RtspConnection({
      address,
      certificate: this.#options.certificate,
      onFrame: (channel, payload) => this.#handshake?.transport.frame(channel, payload),
      onEnd: (fault) => this.#connection === connection && this.#ended(fault),
    })
    this.#connection = connection
    before?.end({ kind: 'lost', message: 'the camera has sent us on' })
    const handshake = new Handshake(connection, address)
    this.#handshake = handshake

    const tracks = await handshake.describe()
    const video = new VideoReader(tracks.video, {
      onUnit: (unit) => this.#deliver(unit),
      onFormat: (format) => this.#learnFormat(format),
    })
    this.#video = video
    await handshake.setUp(tracks.video.control, new TrackInput(video, this.#clock, () => this.#sawPacket(video)))
    if (tracks.sound && this.#options.onSound) await this.#setUpSound(handshake, tracks.sound, video)
    const session = await handshake.play()
    this.#session = session
    const stallMs = this.#options.stallTimeoutMs ?? 10_000
    this.#stallTimer = setTimeout(() => this.#giveUp(`no pictures for ${stallMs} ms`), stallMs)
    this.#stopKeeping = keepSession(connection, session, handshake.keepAliveMethod)
    if (video.format) this.#format.resolve(this.#withSound(video.format))
    else this.#formatTimer = setTimeout(() => this.#giveUp(`no parameter sets within ${FORMAT_TIMEOUT_MS} ms`), FORMAT_TIMEOUT_MS)
  }

  /** Its format may be known from parameter sets long before the first whole key frame. */
  #sawPacket({ format }: VideoReader): void {
    this.#stallTimer?.refresh()
    if (this.#state === 'opening' && format) {
      clearTimeout(this.#formatTimer)
      this.#format.resolve(this.#withSound(format))
    }
    if (this.#state !== 'over') this.#options.onPacket?.()
  }

  /** A camera that describes sound and does not send it is seen without. */
  async #setUpSound(handshake: Handshake, track: SdpSound, { clock }: VideoReader): Promise<void> {
    const reader = new SoundReader(track, clock, (frame) => this.#state !== 'over' && this.#options.onSound?.(frame))
    try {
      await handshake.setUp(track.control, new TrackInput(reader, this.#clock))
      this.#sound = track.format
    } catch (error) {
      if (this.#fault || !(error instanceof RtspError)) throw error
    }
  }

  #withSound(format: VideoFormat): SessionFormat {
    return this.#sound ? { ...format, sound: this.#sound } : format
  }

  #learnFormat(format: VideoFormat): void {
    if (this.#state === 'over') return
    clearTimeout(this.#formatTimer)
    const whole = this.#withSound(format)
    this.#format.resolve(whole)
    this.#options.onFormat?.(whole)
  }

  #deliver(unit: AccessUnit): void {
    if (this.#state !== 'over') this.#options.onUnit(unit)
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
    this.#handshake?.transport.close()
    clearTimeout(this.#stallTimer)
    clearTimeout(this.#formatTimer)
    this.#stopKeeping()
  }
}
