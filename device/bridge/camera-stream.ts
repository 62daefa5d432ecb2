import { setTimeout as pause } from 'node:timers/promises'
import type { StreamFault } from '#contract/enums.ts'
import { Gop } from '#contract/gop.ts'
import type { SourceUnit, StreamFormat, StreamHandle, StreamSink } from '#device/agent/channel-source.ts'
import type { Log } from '#device/agent/log.ts'
import { retryPauseMs } from '#device/agent/retry-pause.ts'
import { RtspSession, type AccessUnit, type VideoFormat } from './rtsp/client.ts'
import { RtspError, type RtspFault } from './rtsp/fault.ts'
import { streamFaultOf } from './stream-fault.ts'

/** A camera that refuses the password may lock the account when it is asked too often. */
const UNAUTHORIZED_PAUSE_MS = 60_000

type State = { kind: 'down'; fault: StreamFault } | { kind: 'live'; format: StreamFormat }
interface CameraStreamOptions {
  url: string
  /** For the log, without credentials. */
  label: string
  log: Log
  /** Pictures began to come, or stopped, or changed their format. */
  onChange: () => void
}

/** One RTSP stream of a camera: kept open, opened again when it ends, with its last group of pictures at hand for whoever joins. */
export class CameraStream {
  readonly #options: CameraStreamOptions
  readonly #gop = new Gop<Omit<SourceUnit, 'isPreroll'>>()
  readonly #sinks = new Set<StreamSink>()
  readonly #stopped = new AbortController()
  #state: State = { kind: 'down', fault: 'offline' }
  #format: StreamFormat | undefined
  #running: Promise<void> | undefined
  #failures = 0
  #lastPtsUs = 0

  constructor(options: CameraStreamOptions) {
    this.#options = options
  }

  get isLive(): boolean {
    return this.#state.kind === 'live'
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
    this.#sinks.add(sink)
    if (this.#state.kind === 'down') sink.failed(this.#state.fault)
    else {
      sink.opened(this.#state.format)
      for (const { unit, isPreroll } of this.#gop.burst()) sink.unit({ ...unit, isPreroll })
    }
    return { close: () => this.#sinks.delete(sink) }
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopped
    while (!signal.aborted) {
      const fault = await this.#watch(signal)
      if (signal.aborted) return
      this.#goDown(fault)
      const pauseMs = fault.kind === 'unauthorized' ? UNAUTHORIZED_PAUSE_MS : retryPauseMs(this.#failures++)
      await pause(pauseMs, undefined, { signal }).catch(() => {})
    }
  }

  /** Reads the camera until the session ends; answers why. */
  async #watch(signal: AbortSignal): Promise<RtspFault> {
    // Times go on rising over the sessions of a stream.
    const baseUs = Math.max(Date.now() * 1_000, this.#lastPtsUs + 1)
    const ended = Promise.withResolvers<RtspFault>()
    const session = new RtspSession({
      url: this.#options.url,
      onFormat: (format) => this.#changeFormat(format),
      onUnit: (unit) => this.#deliver({ ...unit, ptsUs: baseUs + unit.ptsUs }),
      onClose: ended.resolve,
    })
    const stop = () => void session.close().then(() => ended.resolve({ kind: 'lost', message: 'stopped' }))
    signal.addEventListener('abort', stop)
    try {
      await session.open()
      return await ended.promise
    } catch (error) {
      if (error instanceof RtspError) return error.fault
      throw error
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

  #changeFormat({ codec, width, height, fps = 0 }: VideoFormat): void {
    this.#format = { codec, width, height, fps }
    if (this.#state.kind === 'live') this.#goLive(this.#format)
  }

  #deliver(unit: AccessUnit): void {
    if (this.#format === undefined) return
    if (this.#state.kind === 'down') this.#goLive(this.#format)
    this.#lastPtsUs = unit.ptsUs
    this.#gop.push(unit)
    for (const sink of this.#sinks) sink.unit({ ...unit, isPreroll: false })
  }

  #goLive(format: StreamFormat): void {
    this.#failures = 0
    this.#gop.clear()
    this.#state = { kind: 'live', format }
    for (const sink of this.#sinks) sink.opened(format)
    this.#options.log('info', `${this.#options.label} shows ${format.codec} ${format.width}×${format.height}`)
    this.#options.onChange()
  }

  #goDown(fault: RtspFault): void {
    this.#gop.clear()
    this.#state = { kind: 'down', fault: streamFaultOf[fault.kind] }
    for (const sink of this.#sinks) sink.failed(this.#state.fault)
    this.#options.log('warn', `${this.#options.label}: ${fault.message}`)
    this.#options.onChange()
  }
}
