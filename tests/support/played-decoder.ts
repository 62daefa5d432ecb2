/** The browser's decoder as the media worker knows it, which decodes when a test says so, and fails as a browser lets it fail. */
export class PlayedDecoder {
  static readonly made: PlayedDecoder[] = []
  /** Frames that nobody has closed. */
  static open = 0
  /** Pictures that were given to any of them. */
  static given = 0
  /** Codecs that it decodes. */
  static knows: (codec: string) => boolean = () => true
  /** What it throws when it is to decode this codec, if anything. */
  static refusal: (codec: string) => Error | undefined = () => undefined

  static isConfigSupported({ codec }: VideoDecoderConfig): Promise<VideoDecoderSupport> {
    return Promise.resolve({ supported: PlayedDecoder.knows(codec) })
  }

  state: CodecState = 'unconfigured'
  /** So many pictures stay inside until others come behind them. */
  holdsBack = 0
  readonly #init: VideoDecoderInit
  #queue: number[] = []
  #isKeyNeeded = true
  #isKnown = true
  #flushes: { resolve: () => void; reject: (reason: unknown) => void }[] = []

  constructor(init: VideoDecoderInit) {
    this.#init = init
    PlayedDecoder.made.push(this)
  }

  /** As before the first of a test. */
  static forget(): void {
    PlayedDecoder.made.length = 0
    PlayedDecoder.open = 0
    PlayedDecoder.given = 0
    PlayedDecoder.knows = () => true
    PlayedDecoder.refusal = () => undefined
  }

  /** All of them give this many pictures each, or all that they have. */
  static async work(pictures = Number.POSITIVE_INFINITY): Promise<void> {
    for (const decoder of PlayedDecoder.made) decoder.work(pictures)
    // Promises of flushes.
    await Promise.resolve()
    await Promise.resolve()
  }

  get decodeQueueSize(): number {
    return this.#queue.length
  }

  configure({ codec }: VideoDecoderConfig): void {
    const refusal = PlayedDecoder.refusal(codec)
    if (refusal !== undefined) throw refusal
    this.state = 'configured'
    this.#isKeyNeeded = true
    this.#isKnown = PlayedDecoder.knows(codec)
    if (!this.#isKnown) queueMicrotask(() => this.fail('NotSupportedError'))
  }

  decode({ type, timestamp }: EncodedVideoChunk): void {
    if (this.state !== 'configured') throw new DOMException('It is closed.', 'InvalidStateError')
    if (this.#isKeyNeeded && type !== 'key') throw new DOMException('A key frame is required.', 'DataError')
    this.#isKeyNeeded = false
    this.#queue.push(timestamp)
    PlayedDecoder.given += 1
  }

  flush(): Promise<void> {
    this.#isKeyNeeded = true
    return new Promise((resolve, reject) => this.#flushes.push({ resolve, reject }))
  }

  reset(): void {
    this.#queue = []
    this.#isKeyNeeded = true
    for (const { reject } of this.#flushes.splice(0)) reject(new DOMException('It was reset.', 'AbortError'))
  }

  close(): void {
    this.reset()
    this.state = 'closed'
  }

  /** The browser closes it for this reason: `QuotaExceededError` where it was reclaimed. */
  fail(name: string): void {
    if (this.state === 'closed') return
    this.close()
    this.#init.error(new DOMException('It failed.', name))
  }

  /** Gives this many pictures. */
  work(pictures: number): void {
    if (this.state !== 'configured' || !this.#isKnown) return
    const most = Math.max(0, Math.min(pictures, this.#queue.length - this.holdsBack))
    for (const timestamp of this.#queue.splice(0, most)) this.#init.output(frameOf(timestamp))
    if (this.#queue.length === 0) for (const { resolve } of this.#flushes.splice(0)) resolve()
  }
}

function frameOf(timestamp: number): VideoFrame {
  PlayedDecoder.open += 1
  let isOpen = true
  const close = () => {
    if (isOpen) PlayedDecoder.open -= 1
    isOpen = false
  }
  return { timestamp, close, clone: () => frameOf(timestamp) } as VideoFrame
}

/** What a chunk has that this decoder reads. */
export class PlayedChunk {
  readonly type: EncodedVideoChunkType
  readonly timestamp: number

  constructor({ type, timestamp }: EncodedVideoChunkInit) {
    this.type = type
    this.timestamp = timestamp
  }
}
