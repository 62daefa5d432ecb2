import type { StreamFault, StreamKind } from '#contract/enums.ts'
import { Gop } from '#shared/media/gop.ts'
import type { MediaMessage } from '#contract/media.ts'

/** A stream of a channel, as windows ask for it. */
export interface StreamSource {
  sn: string
  chlIndex: number
  stream: StreamKind
}

/** An access unit as it travels: `data` is the whole message with its header. */
export interface StreamUnit {
  isKey: boolean
  isPreroll: boolean
  data: Uint8Array
}

type StreamConfig = Extract<MediaMessage, { op: 'config' }>

type StreamState = { kind: 'opening' } | { kind: 'playing'; config: StreamConfig } | { kind: 'failed'; fault: StreamFault }

/** Somebody who watches a stream. */
export interface StreamViewer {
  /** The stream's state has changed. */
  changed(stream: SharedStream): void
  unit(stream: SharedStream, unit: StreamUnit): void
  /** A frame of sound, only for those who listen. `data` is the whole message. */
  sound(stream: SharedStream, data: Uint8Array): void
  /** Its person is heard at the camera, or no more. */
  talkChanged(message: Extract<MediaMessage, { op: 'talk' }>): void
}

/** One stream open at the service, for all the windows that show it, with its current group of pictures. */
export class SharedStream {
  readonly source: StreamSource
  readonly viewers = new Set<StreamViewer>()
  /** Those of them who listen. */
  readonly listeners = new Set<StreamViewer>()
  readonly #group = new Gop<StreamUnit>()
  #state: StreamState = { kind: 'opening' }

  constructor(source: StreamSource) {
    this.source = source
  }

  get state(): StreamState {
    return this.#state
  }

  /** Whoever joins now sees nothing before the next key frame. */
  get waitsForKey(): boolean {
    return this.#state.kind === 'playing' && this.#group.waitsForKey
  }

  /** What a viewer needs to show the newest picture at once. */
  burst(): StreamUnit[] {
    return this.#group.burst().map(({ unit, isPreroll }) => ({ ...unit, isPreroll }))
  }

  hearMessage(message: MediaMessage): void {
    // Live video has no end, and talks are nobody's but the talker's.
    if (message.op === 'ended' || message.op === 'talk') return
    // Units of before belong to another codec or size, and to no picture of now.
    this.#group.clear()
    this.#state = message.op === 'config' ? { kind: 'playing', config: message } : { kind: 'failed', fault: message.fault }
    for (const viewer of this.viewers) viewer.changed(this)
  }

  hearSound(data: Uint8Array): void {
    for (const listener of this.listeners) listener.sound(this, data)
  }

  hearUnit(unit: StreamUnit): void {
    this.#group.push(unit)
    for (const viewer of this.viewers) viewer.unit(this, unit)
  }
}
