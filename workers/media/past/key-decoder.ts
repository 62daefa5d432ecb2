import type { MediaUnit } from '#contract/media.ts'
import type { Place } from './group-store.ts'

interface KeyEvents {
  /** The receiver closes the frame. */
  onPicture(frame: VideoFrame, unit: MediaUnit): void
  /** The browser makes nothing of this key frame. */
  onNothing(unit: MediaUnit): void
}

/** Decodes single key frames, one after the other; of those that are asked for meanwhile the newest is the next. */
export class KeyDecoder {
  readonly #events: KeyEvents
  #decoder: VideoDecoder | undefined
  #codec = ''
  #inside: { unit: MediaUnit; hasCome: boolean } | undefined
  #next: Place | undefined

  constructor(events: KeyEvents) {
    this.#events = events
  }

  decode(place: Place): void {
    this.#next = place
    if (this.#inside === undefined) this.#goOn()
  }

  #goOn(): void {
    const { group, unit } = this.#next ?? {}
    this.#next = undefined
    if (group === undefined || unit === undefined) return
    const inside = { unit, hasCome: false }
    this.#inside = inside
    const over = () => {
      if (this.#inside !== inside) return
      this.#inside = undefined
      if (!inside.hasCome) this.#events.onNothing(unit)
      this.#goOn()
    }
    try {
      const decoder = this.#decoderFor(group.config.codec)
      decoder.decode(new EncodedVideoChunk({ type: 'key', timestamp: unit.ptsUs, data: unit.data }))
      // One that fails rejects this, too.
      decoder.flush().then(over, over)
    } catch {
      this.#end()
      // Not at once: whoever asks is not answered while they ask.
      queueMicrotask(over)
    }
  }

  #decoderFor(codec: string): VideoDecoder {
    if (this.#decoder !== undefined && this.#decoder.state !== 'closed' && this.#codec === codec) return this.#decoder
    this.#end()
    const decoder: VideoDecoder = new VideoDecoder({
      output: (frame) => (decoder === this.#decoder ? this.#take(frame) : frame.close()),
      error: () => {},
    })
    this.#decoder = decoder
    this.#codec = codec
    decoder.configure({ codec, optimizeForLatency: true })
    return decoder
  }

  #take(frame: VideoFrame): void {
    if (this.#inside === undefined) return frame.close()
    this.#inside.hasCome = true
    this.#events.onPicture(frame, this.#inside.unit)
  }

  #end(): void {
    const decoder = this.#decoder
    this.#decoder = undefined
    if (decoder !== undefined && decoder.state !== 'closed') decoder.close()
  }

  /** Nothing more comes of what was given; another one may be given. */
  stop(): void {
    this.#inside = undefined
    this.#next = undefined
    this.#end()
  }
}
