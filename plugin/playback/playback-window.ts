import { setTimeout as pause } from 'node:timers/promises'
import type { StreamFault, StreamKind } from '#contract/enums.ts'
import { encodeMediaUnit, type MediaUnit } from '#contract/media.ts'
import { DEFAULT_VOLUME, type PlayMode } from '#contract/plugin/play-mode.ts'
import type { Log } from '#shared/log.ts'
import type { Pictures, TabWindow, WindowSink } from '../tab-window.ts'
import type { RelayLink } from '../relay-link.ts'
import { PlaybackClock } from './playback-clock.ts'
import { type CloudFile, RecordedFault, type RecordedFormat, type RecordedPart, type RecordedSource } from './recorded-source.ts'

/** From this speed on key frames alone are shown: no machine decodes the others in time. */
const KEY_FRAMES_FROM_SPEED = 8
/** Between two looks whether the tab takes more. */
const DRAIN_MS = 20

type Unit = Extract<RecordedPart, { kind: 'unit' }>['unit']

export interface PlaybackOptions {
  winIndex: number
  sn: string
  chlIndex: number
  stream: StreamKind
  /** From when on, epoch ms. */
  startMs: number
  /** Makes the source, which asks for the connection to the service when it needs it. */
  source(upstream: () => RelayLink | undefined): RecordedSource
  sink: WindowSink
  log: Log
}

/** A window that shows the past: units at the pace of their capture times, times the speed. */
export class PlaybackWindow implements TabWindow {
  readonly sn: string
  readonly chlIndex: number
  readonly isPlayback = true
  volume: number = DEFAULT_VOLUME
  playMode: PlayMode = 'videoPlay'
  readonly #options: PlaybackOptions
  readonly #source: RecordedSource
  readonly #clock = new PlaybackClock()
  #upstream: RelayLink | undefined
  #reading = new AbortController()
  #format: RecordedFormat | undefined
  #positionMs: number
  #group: MediaUnit[] = []
  #sequence = { video: 0, sound: 0 }
  #waitsForKey = true

  constructor(options: PlaybackOptions) {
    this.#options = options
    this.sn = options.sn
    this.chlIndex = options.chlIndex
    this.#positionMs = options.startMs
    this.#source = options.source(() => this.#upstream)
  }

  /** What is past comes with its sound, unless it is set to be silent. */
  hear(): void {}

  talk(isOn: boolean): void {
    const { winIndex: channel, sink } = this.#options
    if (isOn) sink.sendMessage({ op: 'talk', channel, isOn: false, fault: 'unsupported' })
  }

  speak(): void {}

  get speed(): number {
    return this.#clock.speed
  }

  connect(upstream: RelayLink): void {
    this.#upstream = upstream
    // Without a socket there is nobody to see it yet: it begins with the socket.
    if (this.#options.sink.hasSocket) this.#begin(this.#positionMs)
  }

  disconnect(fault: StreamFault): void {
    this.#upstream = undefined
    this.#reading.abort()
    this.#options.sink.sendMessage({ op: 'failed', channel: this.#options.winIndex, fault })
  }

  close(): void {
    this.#upstream = undefined
    this.#reading.abort()
  }

  /** Recorded video is asked for in one stream, which stays. */
  setHeight(): void {}

  setSpeed(speed: number): void {
    this.#clock.setSpeed(speed)
  }

  /** New links of the files that it plays. */
  renew(files: readonly CloudFile[]): void {
    this.#source.renew?.(files)
  }

  restart(): void {
    this.#begin(this.#positionMs)
  }

  pictures(): Pictures | undefined {
    const [first] = this.#group
    return first && { codec: first.codec, units: this.#group.map(({ data }) => data) }
  }

  #begin(fromMs: number): void {
    this.#reading.abort()
    const reading = new AbortController()
    this.#reading = reading
    this.#format = undefined
    this.#waitsForKey = true
    this.#clock.forget()
    void this.#play(this.#source.read(fromMs, reading.signal), reading.signal)
  }

  async #play(parts: AsyncIterable<RecordedPart>, signal: AbortSignal): Promise<void> {
    const { winIndex: channel, sink, log } = this.#options
    try {
      for await (const part of parts) {
        if (part.kind === 'format') this.#announce(part.format)
        else if (!(await this.#show(part.unit, signal))) return
      }
      if (!signal.aborted) sink.sendMessage({ op: 'ended', channel })
    } catch (error) {
      if (signal.aborted) return
      const fault = error instanceof RecordedFault ? error.fault : 'lost'
      if (!(error instanceof RecordedFault)) log('error', `playback failed: ${String(error)}`)
      sink.sendMessage({ op: 'failed', channel, fault: fault === 'no-recording' || fault === 'failed' ? 'not-found' : fault })
    }
  }

  #announce(format: RecordedFormat): void {
    const { winIndex: channel, stream, sink } = this.#options
    this.#format = format
    sink.sendMessage({ op: 'config', channel, stream, ...format })
  }

  /** Waits until the unit's moment has come, and sends it. False when the window has something else to show. */
  async #show(unit: Unit, signal: AbortSignal): Promise<boolean> {
    if (unit.kind === 'sound') return this.#sound(unit, signal)
    if (!unit.isPreroll) {
      if (!(await this.#clock.until(unit.captureMs, signal))) return false
      this.#positionMs = unit.captureMs
    }
    if (!(await this.#canSend(signal))) return false
    if (unit.isKey) this.#waitsForKey = false
    else if (this.#isKeysOnly) this.#waitsForKey = true
    const own = this.#own(unit)
    if (unit.isKey) this.#group = []
    this.#group.push(own)
    if (!this.#waitsForKey && this.#format !== undefined) this.#options.sink.sendUnit(encodeMediaUnit(own))
    return true
  }

  /** It goes along with the pictures that it stands among. */
  async #sound(frame: Unit, signal: AbortSignal): Promise<boolean> {
    if (this.#isKeysOnly || this.volume === 0) return true
    if (!(await this.#canSend(signal))) return false
    if (this.#format !== undefined) this.#options.sink.sendUnit(encodeMediaUnit(this.#own(frame)))
    return true
  }

  get #isKeysOnly(): boolean {
    return this.playMode === 'keyFramePlay' || this.speed >= KEY_FRAMES_FROM_SPEED
  }

  /** What is past can wait: nothing is left out since the tab is slow. False when the window has something else to show. */
  async #canSend(signal: AbortSignal): Promise<boolean> {
    while (!signal.aborted && !this.#options.sink.canTake) await pause(DRAIN_MS)
    return !signal.aborted
  }

  #own(unit: Unit): MediaUnit {
    this.#sequence[unit.kind] = (this.#sequence[unit.kind] + 1) >>> 0
    return { ...unit, channel: this.#options.winIndex, sequence: this.#sequence[unit.kind] }
  }
}
