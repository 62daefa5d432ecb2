import type { RecordedSound, SourceUnit, StreamFormat } from '#device/agent/channel-source.ts'
import { RtspConnection } from './connection.ts'
import { rtspError, RtspError, type RtspFault } from './fault.ts'
import { Handshake } from './handshake.ts'
import { RecordedSoundReader } from './recorded-sound-reader.ts'
import { followingMoves } from './redirect.ts'
import { parseRtspUrl, type RtspAddress } from './rtsp-url.ts'
import type { SdpSound } from './sdp.ts'
import { keepSession } from './session-keeper.ts'
import { TrackInput } from './track-input.ts'
import { VideoReader, type AccessUnit, type VideoFormat } from './video-reader.ts'

const CONNECT_MS = 5_000
/** Cameras do not tell that they have sent all: so much more is asked for, and what comes behind the end says it. */
const BEYOND_MS = 10_000
/** Where nothing is recorded behind the end, silence says it. */
const SILENCE_MS = 1_500
/** A camera has few replays, and is not kept busy by whoever takes nothing. */
const IDLE_MS = 60_000
/** While so much waits for whoever wants it, the camera waits too. */
const MOST_WAITING_BYTES = 8_000_000

interface ReplayOptions {
  /** `rtsp://[user:password@]host[:port]/path`, or `rtsps:` */
  url: string
  /** SHA-256 fingerprint of the certificate that an rtsps camera has to show, unless an authority vouches for it. */
  certificate?: string | undefined
  /** By the clock of the camera, epoch ms. */
  startMs: number
  endMs: number
  isKeysOnly: boolean
  /** The sound of this time too, where the camera has recorded any. */
  hasSound: boolean
}

type ReplayUnit = Omit<SourceUnit, 'isPreroll'> | RecordedSound

/** A recording that a camera plays: its units come as fast as they are taken, with times by the camera's clock. Read it to its end, or close it. */
export interface Replay {
  format: StreamFormat
  units: AsyncGenerator<ReplayUnit>
  /** Asked behind the last unit: where the pictures become others (codec or size), by the camera's clock. */
  changedAtMs(): number | undefined
  /** Where none of its units was taken; whoever has begun need only stop reading. */
  close(): void
}

/**
 * Plays what a camera has recorded itself (ONVIF streaming specification, "RTSP replay"), from the key frame at or before the begin on, up to the end
 * or to where the pictures become others. Throws an `RtspError`; undefined when there is nothing.
 */
export async function openReplay(options: ReplayOptions): Promise<Replay | undefined> {
  return followingMoves(parseRtspUrl(options.url), async (address) => {
    const run = new ReplayRun(options, address)
    try {
      return await run.open()
    } catch (error) {
      run.close()
      throw error
    }
  })
}

class ReplayRun {
  readonly #options: ReplayOptions
  readonly #connection: RtspConnection
  readonly #handshake: Handshake
  readonly #waiting: ReplayUnit[] = []
  #waitingBytes = 0
  #format: VideoFormat | undefined
  #sound: SdpSound['format'] | undefined
  #changedAtMs: number | undefined
  /** When the packet was recorded that is read now. */
  #recordedMs = Number.NaN
  #isOver = false
  #fault: RtspFault | undefined
  #wake = () => {}
  #stopKeeping = () => {}
  /** Nobody may come for what was opened. */
  readonly #idle = setTimeout(() => this.close(), IDLE_MS)

  constructor(options: ReplayOptions, address: RtspAddress) {
    this.#options = options
    this.#connection = new RtspConnection({
      address,
      certificate: options.certificate,
      onFrame: (channel, payload) => this.#handshake.transport.frame(channel, payload),
      onEnd: (fault) => this.#end(fault),
    })
    this.#handshake = new Handshake(this.#connection, address, { Require: 'onvif-replay' })
  }

  async open(): Promise<Replay | undefined> {
    const deadline = setTimeout(
      () => this.#connection.end({ kind: 'timeout', message: 'the camera does not play its recording' }),
      CONNECT_MS,
    )
    try {
      const { video: track, sound } = await this.#handshake.describe()
      const video = new VideoReader(track, {
        onUnit: (unit) => this.#take(unit),
        onFormat: (format) => this.#learn(format),
        timesOf: ({ arrivalMs }) => ({ ptsUs: Math.round(arrivalMs * 1000), captureMs: arrivalMs }),
      })
      const { payloadType } = video
      const take: VideoReader['take'] = (packet) => {
        this.#recordedMs = packet.recordedMs ?? this.#recordedMs
        video.take(packet, this.#recordedMs)
      }
      await this.#handshake.setUp(track.control, new TrackInput({ payloadType, take, takeReport: () => {}, restart: () => {} }, Date.now))
      if (sound && this.#options.hasSound && !this.#options.isKeysOnly) await this.#setUpSound(sound)
      const session = await this.#handshake.play(this.#wish())
      this.#stopKeeping = keepSession(this.#connection, session, this.#handshake.keepAliveMethod)
    } finally {
      clearTimeout(deadline)
    }
    // The format stands in front of the first picture.
    if (!(await this.#hasMore()) || this.#format === undefined) {
      this.close()
      if (this.#fault !== undefined) throw new RtspError(this.#fault)
      return undefined
    }
    const format = { fps: 0, ...this.#format, ...(this.#sound && { sound: this.#sound }) }
    return { format, units: this.#units(), changedAtMs: () => this.#changedAtMs, close: () => this.close() }
  }

  /** A camera that describes sound and does not play it is seen without. */
  async #setUpSound(track: SdpSound): Promise<void> {
    const reader = new RecordedSoundReader(track, (frame) => this.#hear(frame))
    try {
      await this.#handshake.setUp(track.control, new TrackInput(reader, Date.now))
      this.#sound = track.format
    } catch (error) {
      if (this.#fault || !(error instanceof RtspError)) throw error
    }
  }

  close(): void {
    clearTimeout(this.#idle)
    this.#isOver = true
    this.#stopKeeping()
    this.#handshake.transport.close()
    this.#connection.end({ kind: 'lost', message: 'the replay was closed' })
  }

  #wish(): Record<string, string> {
    const { startMs, endMs, isKeysOnly } = this.#options
    const frames: Record<string, string> = isKeysOnly ? { Frames: 'intra' } : {}
    return { Range: `clock=${clockText(startMs)}-${clockText(endMs + BEYOND_MS)}`, 'Rate-Control': 'no', ...frames }
  }

  async *#units(): AsyncGenerator<ReplayUnit> {
    try {
      while (await this.#hasMore()) {
        const unit = this.#waiting.shift()
        if (unit === undefined) return
        this.#idle.refresh()
        this.#waitingBytes -= unit.data.byteLength
        if (this.#waitingBytes < MOST_WAITING_BYTES / 2) this.#connection.resume()
        yield unit
      }
      if (this.#fault !== undefined) throw new RtspError(this.#fault)
    } finally {
      this.close()
    }
  }

  /** Waits for the next unit; false when there is none. */
  async #hasMore(): Promise<boolean> {
    if (this.#waiting.length > 0 || this.#isOver) return this.#waiting.length > 0
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#wake = resolve
    const silence = setTimeout(resolve, SILENCE_MS)
    await promise
    clearTimeout(silence)
    return this.#waiting.length > 0
  }

  #learn(format: VideoFormat): void {
    const known = this.#format
    const isOther = known !== undefined && (known.codec !== format.codec || known.width !== format.width || known.height !== format.height)
    if (!isOther) this.#format = format
    else if (!this.#isOver) {
      this.#changedAtMs = this.#recordedMs
      this.#end(undefined)
    }
  }

  #take({ data, isKey, ptsUs, captureMs }: AccessUnit): void {
    if (this.#isOver) return
    if (Number.isNaN(captureMs)) return this.#end(rtspError('protocol', 'the camera tells no times with its recording').fault)
    if (captureMs >= this.#options.endMs) return this.#end(undefined)
    if (!isKey && this.#options.isKeysOnly) return
    this.#hand({ data, isKey, ptsUs, captureMs })
  }

  /** Sound without a picture before it is of no use; that of the end may come behind the last picture, and is not waited for. */
  #hear({ data, captureMs }: { data: Uint8Array; captureMs: number }): void {
    const { startMs, endMs } = this.#options
    if (this.#isOver || this.#format === undefined || !(captureMs >= startMs && captureMs < endMs)) return
    this.#hand({ isSound: true, data, captureMs, ptsUs: Math.round(captureMs * 1000) })
  }

  #hand(unit: ReplayUnit): void {
    this.#waiting.push(unit)
    this.#waitingBytes += unit.data.byteLength
    if (this.#waitingBytes > MOST_WAITING_BYTES) this.#connection.pause()
    this.#wake()
  }

  /** Nothing more comes. */
  #end(fault: RtspFault | undefined): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#fault = fault
    this.#wake()
  }
}

/** A time as the Range header has it (RFC 2326, section 3.7). */
function clockText(atMs: number): string {
  return new Date(atMs).toISOString().replaceAll(/[-:]/g, '')
}
