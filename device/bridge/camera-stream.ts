import { setTimeout as pause } from 'node:timers/promises'
import type { StreamFault } from '#contract/enums.ts'
import { Gop } from '#shared/media/gop.ts'
import type { Log } from '#shared/log.ts'
import type { SourceUnit, StreamFormat, StreamHandle, StreamSink } from '#device/agent/channel-source.ts'
import { retryPauseMs } from '#device/agent/retry-pause.ts'
import { RtspSession, type SessionFormat } from './rtsp/client.ts'
import { RtspError, type RtspFault } from './rtsp/fault.ts'
import type { SoundFrame } from './rtsp/sound-reader.ts'
import type { AccessUnit } from './rtsp/video-reader.ts'
import { streamFaultOf } from './stream-fault.ts'

/** A camera that refuses the password may lock the account when it is asked too often. */
const UNAUTHORIZED_PAUSE_MS = 60_000

/** A clock that is wrong by more than this is told of: its times are of no use in what the camera records and reports. */
const CLOCK_ERROR_MS = 3_000

/** Most cameras show a picture within this after their first packet: those who watch are told of the wait behind it. */
const SHORT_WAIT_MS = 1_500

type State = { kind: 'down'; fault: StreamFault } | { kind: 'live'; format: StreamFormat }
export interface CameraStreamOptions {
  url: string
  /** SHA-256 fingerprint that an rtsps camera showed when it was added. */
  certificate?: string | undefined
  /** For the log, without credentials. */
  label: string
  log: Log
  /** Pictures, or packets of them, began to come, or stopped, or changed their format. */
  onChange: () => void
  /** Pictures began to come. */
  onLive?: () => void
  /** What is kept of a group of pictures, for tests. */
  bounds?: ConstructorParameters<typeof Gop>[0]
  /** Waits this long, ms, or until the signal: for tests. */
  pause?: (ms: number, signal: AbortSignal) => Promise<void>
}

/** One RTSP stream of a camera: kept open, opened again when it ends, with its last group of pictures at hand for whoever joins. */
export class CameraStream {
  readonly #options: CameraStreamOptions
  readonly #gop: Gop<Omit<SourceUnit, 'isPreroll'>>
  readonly #viewers = new Set<StreamSink>()
  readonly #recorders = new Set<StreamSink>()
  /** Those of both who came when there was nothing to begin with: they are told so, and take part from the next key frame on. */
  readonly #waiting = new Set<StreamSink>()
  readonly #stopped = new AbortController()
  #state: State = { kind: 'down', fault: 'offline' }
  #format: StreamFormat | undefined
  #running: Promise<void> | undefined
  #failures = 0
  #lastPtsUs = 0
  #hasWrongClock = false

  constructor(options: CameraStreamOptions) {
    this.#options = options
    this.#gop = new Gop(options.bounds)
  }

  get isLive(): boolean {
    return this.#state.kind === 'live'
  }

  /** The camera sends, whether or not a picture can be shown already. */
  get isSending(): boolean {
    return this.isLive || (this.#state.kind === 'down' && this.#state.fault === 'no-key-frame')
  }

  /** For the log, without credentials. */
  get label(): string {
    return this.#options.label
  }

  /** The format of the pictures, as last seen. */
  get format(): StreamFormat | undefined {
    return this.#format
  }

  start(): void {
    this.#running ??= this.#run()
  }

  async stop(): Promise<void> {
    this.#stopped.abort()
    await this.#running
  }

  open(sink: StreamSink): StreamHandle {
    return this.#begin(sink, this.#viewers)
  }

  /** For one that nobody waits for: each picture is handed to it behind all who look at it now. */
  record(sink: StreamSink): StreamHandle {
    return this.#begin(sink, this.#recorders)
  }

  #begin(sink: StreamSink, among: Set<StreamSink>): StreamHandle {
    among.add(sink)
    if (this.#state.kind === 'down') sink.failed(this.#state.fault)
    else if (this.#gop.waitsForKey) {
      this.#waiting.add(sink)
      sink.failed('no-key-frame')
    } else {
      sink.opened(this.#state.format)
      for (const { unit, isPreroll } of this.#gop.burst()) sink.unit({ ...unit, isPreroll })
    }
    const close = () => {
      among.delete(sink)
      this.#waiting.delete(sink)
    }
    return { close }
  }

  *#sinks(): Generator<StreamSink> {
    yield* this.#viewers
    yield* this.#recorders
  }

  /** Those among these who have begun. */
  *#begun(among: Iterable<StreamSink>): Generator<StreamSink> {
    for (const sink of among) if (!this.#waiting.has(sink)) yield sink
  }

  /** A key frame is next, which all can begin with. */
  #letBegin(format: StreamFormat): void {
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    for (const sink of waiting) sink.opened(format)
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopped
    while (!signal.aborted) {
      const fault = await this.#watch(signal)
      if (signal.aborted) return
      this.#goDown(fault)
      const pauseMs = fault.kind === 'unauthorized' || fault.kind === 'forbidden' ? UNAUTHORIZED_PAUSE_MS : retryPauseMs(this.#failures++)
      await (this.#options.pause ?? waitFor)(pauseMs, signal)
    }
  }

  /** Reads the camera until the session ends; answers why. */
  async #watch(signal: AbortSignal): Promise<RtspFault> {
    // Times go on rising over the sessions of a stream.
    const baseUs = Math.max(Date.now() * 1_000, this.#lastPtsUs + 1)
    const ended = Promise.withResolvers<RtspFault>()
    let firstMs: number | undefined
    const session = new RtspSession({
      url: this.#options.url,
      certificate: this.#options.certificate,
      onPacket: () => this.#awaitPicture((firstMs ??= performance.now())),
      onFormat: (format) => this.#changeFormat(format),
      onUnit: (unit) => this.#deliver({ ...unit, ptsUs: baseUs + unit.ptsUs }, session),
      onSound: (frame) => this.#deliverSound({ ...frame, ptsUs: baseUs + frame.ptsUs }),
      onClose: ended.resolve,
    })
    const stop = () => void session.close().then(() => ended.resolve({ kind: 'lost', message: 'stopped' }))
    signal.addEventListener('abort', stop)
    try {
      const format = await session.open()
      if (!this.isLive) this.#changeFormat(format)
      return await ended.promise
    } catch (error) {
      if (error instanceof RtspError) return error.fault
      throw error
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

  #changeFormat({ fps = 0, ...format }: SessionFormat): void {
    this.#format = { ...format, fps }
    if (this.#state.kind === 'live') this.#goLive(this.#format)
  }

  /** Packets come: whoever watches has to wait for the first key frame only. */
  #awaitPicture(firstMs: number): void {
    if (this.isSending || performance.now() - firstMs < SHORT_WAIT_MS) return
    this.#state = { kind: 'down', fault: 'no-key-frame' }
    for (const sink of this.#sinks()) sink.failed('no-key-frame')
    this.#options.onChange()
  }

  #deliver(unit: AccessUnit, session: RtspSession): void {
    if (this.#format === undefined) return
    if (this.#state.kind === 'down') {
      this.#goLive(this.#format)
      this.#options.onLive?.()
    }
    if (unit.isKey) {
      this.#noteClock(session.clockErrorMs)
      this.#letBegin(this.#format)
    }
    this.#lastPtsUs = unit.ptsUs
    this.#gop.push(unit)
    try {
      for (const sink of this.#begun(this.#viewers)) sink.unit({ ...unit, isPreroll: false })
    } finally {
      // Whatever becomes of those who look at it, it is written down.
      for (const sink of this.#begun(this.#recorders)) sink.unit({ ...unit, isPreroll: false })
    }
  }

  /** Sound alone is not shown: it begins behind the first picture. */
  #deliverSound(frame: SoundFrame): void {
    if (this.#state.kind === 'live') for (const sink of this.#begun(this.#sinks())) sink.sound(frame)
  }

  /** Says it once, and again when the clock has been set. */
  #noteClock(errorMs: number | undefined): void {
    const isWrong = errorMs !== undefined && Math.abs(errorMs) > CLOCK_ERROR_MS
    if (isWrong === this.#hasWrongClock) return
    this.#hasWrongClock = isWrong
    const { label, log } = this.#options
    const seconds = Math.round(Math.abs(errorMs ?? 0) / 1000)
    if (isWrong)
      log(
        'warn',
        `${label}: the camera's clock is ${seconds} s ${errorMs > 0 ? 'behind' : 'ahead'}; its pictures are timed by their arrival`,
      )
    else log('info', `${label}: the camera's clock is right now`)
  }

  #goLive(format: StreamFormat): void {
    this.#failures = 0
    this.#gop.clear()
    this.#waiting.clear()
    this.#state = { kind: 'live', format }
    for (const sink of this.#sinks()) sink.opened(format)
    this.#options.log(
      'info',
      `${this.#options.label} shows ${format.codec} ${format.width}×${format.height}${format.sound ? ` with sound, ${format.sound.codec}` : ''}`,
    )
    this.#options.onChange()
  }

  #goDown(fault: RtspFault): void {
    this.#gop.clear()
    this.#waiting.clear()
    this.#state = { kind: 'down', fault: streamFaultOf[fault.kind] }
    for (const sink of this.#sinks()) sink.failed(this.#state.fault)
    this.#options.log('warn', `${this.#options.label}: ${fault.message}`)
    this.#options.onChange()
  }
}

async function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal }).catch(() => {})
}
