import { setTimeout as pause } from 'node:timers/promises'
import type { StreamFault } from '#contract/enums.ts'
import { Gop } from '#shared/media/gop.ts'
import { videoCodecOf } from '#contract/media.ts'
import type { Log } from '#shared/log.ts'
import type { SoundUnit, SourceUnit, StreamFormat, StreamHandle, StreamSink } from '#device/agent/channel-source.ts'
import { retryPauseMs } from '#device/agent/retry-pause.ts'
import { Transcoder } from './transcoder.ts'

interface H264StreamOptions {
  /** Opens the stream as it is filmed. */
  open: (sink: StreamSink) => StreamHandle
  /** For the log. */
  label: string
  log: Log
}

type State = { kind: 'opening' } | { kind: 'live'; format: StreamFormat } | { kind: 'down'; fault: StreamFault }

/** A stream in H.264 for those who decode nothing else. One process transcodes for all of them, while there are any and the camera films in H.265. */
export class H264Stream implements StreamSink {
  readonly #options: H264StreamOptions
  readonly #sinks = new Set<StreamSink>()
  readonly #gop = new Gop<Omit<SourceUnit, 'isPreroll'>>()
  #state: State = { kind: 'opening' }
  #source: StreamHandle | undefined
  /** What is filmed; the transcoder is there while that is H.265. */
  #filmed: StreamFormat | undefined
  #transcoder: Transcoder | undefined
  #failures = 0

  constructor(options: H264StreamOptions) {
    this.#options = options
  }

  join(sink: StreamSink): StreamHandle {
    this.#sinks.add(sink)
    const state = this.#state
    if (this.#source === undefined) this.#source = this.#options.open(this)
    else if (state.kind === 'down') sink.failed(state.fault)
    else if (state.kind === 'live') {
      sink.opened(state.format)
      for (const { unit, isPreroll } of this.#gop.burst()) sink.unit({ ...unit, isPreroll })
    }
    return { close: () => this.#leave(sink) }
  }

  #leave(sink: StreamSink): void {
    this.#sinks.delete(sink)
    if (this.#sinks.size > 0) return
    this.#source?.close()
    this.#source = undefined
    this.#endTranscoder()
    this.#filmed = undefined
    this.#state = { kind: 'opening' }
  }

  opened(format: StreamFormat): void {
    this.#endTranscoder()
    this.#filmed = format
    this.#failures = 0
    if (videoCodecOf(format.codec) === 'h264') this.#goLive(format)
    else this.#transcode()
  }

  unit(unit: SourceUnit): void {
    if (this.#transcoder) this.#transcoder.push(unit)
    else if (this.#state.kind === 'live') this.#deliver(unit)
  }

  sound(unit: SoundUnit): void {
    if (this.#state.kind === 'live') for (const sink of this.#sinks) sink.sound(unit)
  }

  failed(fault: StreamFault): void {
    this.#endTranscoder()
    this.#goDown(fault)
  }

  #transcode(): void {
    const filmed = this.#filmed
    if (filmed === undefined) return
    this.#gop.clear()
    const transcoder = new Transcoder({
      onFormat: ({ codec, width, height }) => this.#goLive({ ...filmed, codec, width, height }),
      onUnit: (unit) => this.#deliver(unit),
      onEnd: (message) => void this.#lost(transcoder, message),
    })
    this.#transcoder = transcoder
  }

  /** The process has gone: another one begins at a later key frame. */
  async #lost(transcoder: Transcoder, message: string): Promise<void> {
    if (this.#transcoder !== transcoder) return
    this.#options.log('error', `${this.#options.label}: transcoding ${message}`)
    this.#goDown(this.#state.kind === 'live' ? 'lost' : 'unsupported-codec')
    await pause(retryPauseMs(this.#failures++))
    if (this.#transcoder === transcoder) this.#transcode()
  }

  #endTranscoder(): void {
    this.#transcoder?.close()
    this.#transcoder = undefined
    this.#gop.clear()
  }

  #goLive(format: StreamFormat): void {
    this.#gop.clear()
    this.#state = { kind: 'live', format }
    for (const sink of this.#sinks) sink.opened(format)
  }

  #goDown(fault: StreamFault): void {
    this.#gop.clear()
    this.#state = { kind: 'down', fault }
    for (const sink of this.#sinks) sink.failed(fault)
  }

  #deliver(unit: SourceUnit): void {
    this.#gop.push(unit)
    for (const sink of this.#sinks) sink.unit(unit)
  }
}
