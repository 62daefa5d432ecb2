import type { StreamFault, StreamKind } from '#contract/enums.ts'
import { decodeMediaUnit, type MediaMessage, readdressMediaUnit } from '#contract/media.ts'
import { chooseStream } from './choose-stream.ts'
import type { SharedStream, StreamSource, StreamUnit, StreamViewer } from './shared-stream.ts'
import type { Upstream } from './upstream.ts'

/** The way to the tab that shows the window. */
export interface WindowSink {
  /** False while the tab has no media socket, or its media socket takes no more. */
  readonly canTake: boolean
  sendUnit(data: Uint8Array): void
  sendMessage(message: MediaMessage): void
}

/** One window of a tab: what it shows, and the change to another stream of the same channel when its size asks for it. */
export class PluginWindow implements StreamViewer {
  readonly sn: string
  readonly chlIndex: number
  readonly #index: number
  readonly #sink: WindowSink
  #upstream: Upstream | undefined
  #wanted: StreamKind
  #chosenBySize: StreamKind | undefined
  #showing: SharedStream | undefined
  /** Takes the place of `#showing` with its first key frame. */
  #next: SharedStream | undefined
  #waitsForKey = true

  constructor(index: number, source: StreamSource, sink: WindowSink) {
    this.#index = index
    this.sn = source.sn
    this.chlIndex = source.chlIndex
    this.#wanted = source.stream
    this.#sink = sink
  }

  /** Shows the channel, through this connection from now on. */
  connect(upstream: Upstream): void {
    this.#upstream = upstream
    this.#next = undefined
    this.#show(this.#join(upstream))
  }

  /** The connection to the service is gone; the window waits for the next one. */
  disconnect(fault: StreamFault): void {
    this.#upstream = undefined
    this.#showing = undefined
    this.#next = undefined
    this.#sink.sendMessage({ op: 'failed', channel: this.#index, fault })
  }

  close(): void {
    if (this.#showing) this.#upstream?.leave(this, this.#showing)
    if (this.#next) this.#upstream?.leave(this, this.#next)
    this.#upstream = undefined
  }

  setHeight(heightPx: number): void {
    this.#chosenBySize = chooseStream(heightPx, this.#chosenBySize)
    this.#want(this.#chosenBySize)
  }

  /** The tab has a new media socket, which knows nothing yet. */
  restart(): void {
    if (this.#showing) this.#show(this.#showing)
  }

  /** The current group of pictures as Annex B; `undefined` when there is none. */
  pictures(): { codec: number; units: Uint8Array[] } | undefined {
    const units = (this.#showing?.burst() ?? []).flatMap((unit) => decodeMediaUnit(unit.data) ?? [])
    const first = units[0]
    return first && { codec: first.codec, units: units.map((unit) => unit.data) }
  }

  changed(stream: SharedStream): void {
    if (stream === this.#showing) this.#announce(stream)
    else if (stream === this.#next && stream.state.kind === 'failed') this.#want(this.#showing?.source.stream ?? this.#wanted)
  }

  unit(stream: SharedStream, unit: StreamUnit): void {
    if (stream === this.#next && unit.isKey) this.#switch(stream)
    if (stream === this.#showing) this.#deliver(unit)
  }

  #join(upstream: Upstream): SharedStream {
    return upstream.join(this, { sn: this.sn, chlIndex: this.chlIndex, stream: this.#wanted })
  }

  #want(kind: StreamKind): void {
    this.#wanted = kind
    const upstream = this.#upstream
    if (upstream === undefined || (this.#next ?? this.#showing)?.source.stream === kind) return
    if (this.#next) upstream.leave(this, this.#next)
    this.#next = undefined
    if (this.#showing?.source.stream === kind) return
    const next = this.#join(upstream)
    const burst = next.burst()
    if (burst.length === 0 && this.#showing?.state.kind === 'playing') {
      this.#next = next
      return
    }
    this.#switch(next)
    for (const unit of burst) this.#deliver(unit)
  }

  #switch(stream: SharedStream): void {
    if (this.#showing) this.#upstream?.leave(this, this.#showing)
    this.#next = undefined
    this.#showing = stream
    this.#announce(stream)
  }

  #show(stream: SharedStream): void {
    this.#showing = stream
    this.#announce(stream)
    for (const unit of stream.burst()) this.#deliver(unit)
  }

  #announce({ state }: SharedStream): void {
    this.#waitsForKey = true
    if (state.kind === 'playing') this.#sink.sendMessage({ ...state.config, channel: this.#index })
    else if (state.kind === 'failed') this.#sink.sendMessage({ op: 'failed', channel: this.#index, fault: state.fault })
  }

  /** Sends a unit, or drops it and all that follow up to the next key frame when the tab falls behind. */
  #deliver(unit: StreamUnit): void {
    if (this.#waitsForKey && !unit.isKey) return
    this.#waitsForKey = !this.#sink.canTake
    if (this.#waitsForKey) return
    const own = new Uint8Array(unit.data)
    readdressMediaUnit(own, this.#index, unit)
    this.#sink.sendUnit(own)
  }
}
