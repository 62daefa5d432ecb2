import type { Fragment } from '#contract/media-api.ts'

/** Behind the newest picture by more than this, playing goes a little faster; by more than `JUMP_S`, it jumps. */
const LAG_S = 0.15
const JUMP_S = 0.6
const FASTER = 1.1
const KEEP_S = 10
const DROP_OVER_S = 30
/** A picture is looked for a little behind its beginning, so that rounding does not find the one before. */
const WITHIN_PICTURE_S = 0.001

function tellsPictures(): boolean {
  return 'requestVideoFrameCallback' in HTMLVideoElement.prototype
}

/** Plays fragments as they come and stays at the newest: a `<video>` left alone falls behind for ever. */
export class MsePlayer {
  readonly #video: HTMLVideoElement
  readonly #onSeen: (toldUs: number, seenMs: number) => void
  readonly #onBroken: () => void
  /** When the last picture was seen, epoch ms. */
  seenMs = 0
  #media: { source: MediaSource; url: string; buffer?: SourceBuffer; waiting: Uint8Array<ArrayBuffer>[]; showAtS?: number } | undefined

  /**
   * `onSeen` hears each picture that reaches the screen, by the time that the element tells of it; `onBroken`, that nothing more can be
   * taken until a new stream begins.
   */
  constructor(video: HTMLVideoElement, onSeen: (toldUs: number, seenMs: number) => void, onBroken: () => void) {
    this.#video = video
    this.#onSeen = onSeen
    this.#onBroken = onBroken
    this.#watch()
  }

  /** Firefox tells of pictures only since version 132: where no browser does, the time played is looked at with each of the screen's own. */
  #watchClock(media: object): void {
    const { currentTime } = this.#video
    const look = () => {
      if (this.#media !== media) return
      if (this.#video.currentTime === currentTime) return void requestAnimationFrame(look)
      this.seenMs = performance.timeOrigin + performance.now()
      this.#onSeen(Math.round(this.#video.currentTime * 1e6), this.seenMs)
      this.#watchClock(media)
    }
    requestAnimationFrame(look)
  }

  #watch(): void {
    if (!tellsPictures()) return
    this.#video.requestVideoFrameCallback((_now, { mediaTime, expectedDisplayTime }) => {
      this.seenMs = performance.timeOrigin + expectedDisplayTime
      this.#onSeen(Math.round(mediaTime * 1e6), this.seenMs)
      this.#watch()
    })
  }

  take({ init, bytes, showAtUs }: Fragment): void {
    if (init !== undefined) this.#begin(init)
    this.#media?.waiting.push(bytes)
    if (this.#media && showAtUs !== undefined) this.#media.showAtS = showAtUs / 1e6 + WITHIN_PICTURE_S
    this.#append()
  }

  #begin(type: string): void {
    this.stop()
    const source = new MediaSource()
    const media = { source, url: URL.createObjectURL(source), waiting: [] as Uint8Array<ArrayBuffer>[] }
    this.#media = media
    if (!tellsPictures()) this.#watchClock(media)
    source.addEventListener(
      'sourceopen',
      () => {
        if (this.#media !== media || !MediaSource.isTypeSupported(type)) return
        this.#media.buffer = source.addSourceBuffer(type)
        this.#media.buffer.addEventListener('updateend', () => this.#append())
        this.#append()
      },
      { once: true },
    )
    this.#video.src = media.url
  }

  #append(): void {
    const buffer = this.#media?.buffer
    if (this.#media === undefined || buffer === undefined || buffer.updating) return
    this.#follow(this.#media, buffer.buffered)
    const { waiting } = this.#media
    if (waiting.length === 0) return this.#tidy(buffer)
    const bytes = new Uint8Array(waiting.reduce((sum, part) => sum + part.byteLength, 0))
    let at = 0
    for (const part of waiting.splice(0)) {
      bytes.set(part, at)
      at += part.byteLength
    }
    try {
      buffer.appendBuffer(bytes)
    } catch {
      // Full, or closed because the stream could not be decoded.
      this.stop()
      this.#onBroken()
    }
  }

  #follow(media: { showAtS?: number }, buffered: TimeRanges): void {
    if (buffered.length === 0) return
    const edgeS = buffered.end(buffered.length - 1)
    if (media.showAtS === undefined) this.#chase(edgeS, buffered.start(0))
    else if (media.showAtS < edgeS) {
      // Played up to, it would be seen late, and the last one of what is there never: the browser waits for more.
      this.#video.currentTime = media.showAtS
      delete media.showAtS
    }
    if (this.#video.paused) this.#video.play().catch(() => undefined)
  }

  #chase(edgeS: number, startS: number): void {
    const lagS = edgeS - this.#video.currentTime
    if (lagS > JUMP_S || this.#video.currentTime < startS) this.#video.currentTime = edgeS
    this.#video.playbackRate = lagS > LAG_S ? FASTER : 1
  }

  #tidy(buffer: SourceBuffer): void {
    if (buffer.buffered.length === 0) return
    const startS = buffer.buffered.start(0)
    if (this.#video.currentTime - startS > DROP_OVER_S) buffer.remove(startS, this.#video.currentTime - KEEP_S)
  }

  stop(): void {
    if (this.#media === undefined) return
    URL.revokeObjectURL(this.#media.url)
    this.#media = undefined
    this.#video.removeAttribute('src')
    this.#video.load()
  }
}
