import type { StreamFault, StreamKind } from '#contract/enums.ts'
import { decodeMediaUnit, readdressMediaUnit, type MediaMessage } from '#contract/media.ts'
import { DEFAULT_VOLUME, type PlayMode } from '#contract/plugin/play-mode.ts'
import { streamBySize } from '#shared/media/stream-by-size.ts'
import type { SharedStream, StreamSource, StreamUnit, StreamViewer } from './shared-stream.ts'
import type { Pictures, TabWindow, WindowSink } from './tab-window.ts'
import type { RelayLink } from './relay-link.ts'

type TalkMessage = Extract<MediaMessage, { op: 'talk' }>

/** A window with live video: what it shows, and the change to another stream of the same channel when its size asks for it. */
export class LiveWindow implements StreamViewer, TabWindow {
  readonly isPlayback = false
  readonly speed = 1
  playMode: PlayMode = 'videoPlay'
  readonly sn: string
  readonly chlIndex: number
  readonly #index: number
  readonly #sink: WindowSink
  #upstream: RelayLink | undefined
  #wanted: StreamKind
  #chosenBySize: StreamKind | undefined
  #showing: SharedStream | undefined
  /** Takes the place of `#showing` with its first key frame. */
  #next: SharedStream | undefined
  #waitsForKey = true
  /** The tab has been told that the first picture takes a while. */
  #isToldToWait = false
  #volume: number = DEFAULT_VOLUME
  #isHeard = false
  #isTalking = false

  constructor(index: number, source: StreamSource, sink: WindowSink) {
    this.#index = index
    this.sn = source.sn
    this.chlIndex = source.chlIndex
    this.#wanted = source.stream
    this.#sink = sink
  }

  get volume(): number {
    return this.#volume
  }

  set volume(percent: number) {
    this.#volume = percent
    this.#listen()
  }

  hear(isOn: boolean): void {
    this.#isHeard = isOn
    this.#listen()
  }

  #listen(): void {
    if (this.#showing) this.#upstream?.voices.listen(this, this.#showing, this.#isHeard && this.#volume > 0)
  }

  talk(isOn: boolean): void {
    const isAsked = this.#showing !== undefined && this.#upstream?.voices.talk(this, this.#showing, isOn) === true
    this.#isTalking = isOn && isAsked
    if (!isAsked) this.#sink.sendMessage({ op: 'talk', channel: this.#index, isOn: false, fault: this.#showing ? 'busy' : 'offline' })
  }

  speak(frame: Uint8Array): void {
    if (this.#showing) this.#upstream?.voices.speak(this, this.#showing, frame)
  }

  talkChanged(message: TalkMessage): void {
    this.#isTalking = message.isOn
    this.#sink.sendMessage({ ...message, channel: this.#index })
  }

  /** Goes on with what the person says to the camera in the window that stood in this one's place. */
  takeTalk(before: LiveWindow): void {
    this.#isTalking = this.#showing !== undefined && this.#upstream?.voices.follow(this, this.#showing, before) === true
  }

  /** A talk goes with the connection. */
  #loseTalk(): void {
    if (this.#isTalking) this.talkChanged({ op: 'talk', channel: this.#index, isOn: false, fault: 'offline' })
  }

  connect(upstream: RelayLink): void {
    this.#upstream = upstream
    this.#next = undefined
    this.#show(this.#join(upstream))
  }

  disconnect(fault: StreamFault): void {
    this.#loseTalk()
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
    this.#chosenBySize = streamBySize(heightPx, this.#chosenBySize)
    this.#want(this.#chosenBySize)
  }

  restart(): void {
    if (this.#showing) this.#show(this.#showing)
  }

  setSpeed(): void {}

  pictures(): Pictures | undefined {
    const units = (this.#showing?.burst() ?? []).flatMap((unit) => decodeMediaUnit(unit.data) ?? [])
    const first = units[0]
    return first && { codec: first.codec, units: units.map((unit) => unit.data) }
  }

  changed(stream: SharedStream): void {
    if (stream === this.#showing) this.#announce(stream)
    else if (stream === this.#next && cannotBeHad(stream)) this.#want(this.#showing?.source.stream ?? this.#wanted)
  }

  sound(stream: SharedStream, data: Uint8Array): void {
    if (stream !== this.#showing || !this.#sink.canTake) return
    const own = new Uint8Array(data)
    readdressMediaUnit(own, this.#index, { isKey: false, isPreroll: false })
    this.#sink.sendUnit(own)
  }

  unit(stream: SharedStream, unit: StreamUnit): void {
    if (stream === this.#next && unit.isKey) this.#switch(stream)
    else if (stream === this.#showing && unit.isKey && this.#isToldToWait) this.#announce(stream)
    if (stream === this.#showing) this.#deliver(unit)
  }

  #join(upstream: RelayLink): SharedStream {
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
    this.#upstream?.voices.follow(this, stream)
    if (this.#showing) this.#upstream?.leave(this, this.#showing)
    this.#next = undefined
    this.#showing = stream
    this.#listen()
    this.#announce(stream)
  }

  #show(stream: SharedStream): void {
    this.#showing = stream
    this.#listen()
    this.#announce(stream)
    for (const unit of stream.burst()) this.#deliver(unit)
  }

  #announce({ state, waitsForKey }: SharedStream): void {
    this.#waitsForKey = true
    this.#isToldToWait = waitsForKey
    if (waitsForKey) this.#sink.sendMessage({ op: 'failed', channel: this.#index, fault: 'no-key-frame' })
    else if (state.kind === 'playing') this.#sink.sendMessage({ ...state.config, channel: this.#index })
    else if (state.kind === 'failed') this.#sink.sendMessage({ op: 'failed', channel: this.#index, fault: state.fault })
  }

  /** Sends a unit, or drops it and all that follow up to the next key frame when the tab falls behind. */
  #deliver(unit: StreamUnit): void {
    if ((this.#waitsForKey || this.playMode === 'keyFramePlay') && !unit.isKey) {
      // What follows the missing picture cannot be decoded without it.
      this.#waitsForKey = true
      return
    }
    this.#waitsForKey = !this.#sink.canTake
    if (this.#waitsForKey) return
    const own = new Uint8Array(unit.data)
    readdressMediaUnit(own, this.#index, unit)
    this.#sink.sendUnit(own)
  }
}

/** Not one of which the first key frame is merely awaited. */
function cannotBeHad({ state }: SharedStream): boolean {
  return state.kind === 'failed' && state.fault !== 'no-key-frame'
}
