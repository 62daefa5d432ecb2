import type { Picture } from '#contract/faces-api.ts'

/** The pictures of a clip, one after the other, from a player that nobody sees. */
export class ClipPictures {
  readonly #video = document.createElement('video')
  readonly #mostWide: number
  readonly #signal: AbortSignal
  #context: OffscreenCanvasRenderingContext2D | undefined

  /** `mostWide`: wider ones are drawn smaller. After the signal nothing is waited for any more. */
  constructor(url: string, mostWide: number, signal: AbortSignal) {
    this.#mostWide = mostWide
    this.#signal = signal
    this.#video.muted = true
    this.#video.preload = 'auto'
    this.#video.src = url
  }

  /** How long it is, ms. Throws when it cannot be read, and the signal's reason. */
  async open(): Promise<number> {
    await this.#told('loadeddata')
    const { videoWidth, videoHeight, duration } = this.#video
    if (!Number.isFinite(duration)) throw new Error('The clip has no end')
    const width = Math.min(videoWidth, this.#mostWide)
    const canvas = new OffscreenCanvas(width, Math.round((width * videoHeight) / videoWidth))
    this.#context = canvas.getContext('2d', { willReadFrequently: true }) ?? undefined
    return duration * 1000
  }

  /** The picture that is shown at this moment. Throws as `open` does. */
  async at(atMs: number): Promise<Picture> {
    const context = this.#context
    if (context === undefined) throw new Error('There is no context to draw in')
    if (this.#video.currentTime !== atMs / 1000) {
      const seeked = this.#told('seeked')
      this.#video.currentTime = atMs / 1000
      await seeked
    }
    const { width, height } = context.canvas
    context.drawImage(this.#video, 0, 0, width, height)
    return context.getImageData(0, 0, width, height)
  }

  close(): void {
    this.#video.removeAttribute('src')
    this.#video.load()
  }

  #told(what: 'loadeddata' | 'seeked'): Promise<void> {
    const [video, signal] = [this.#video, this.#signal]
    signal.throwIfAborted()
    // What broke while nobody listened is told no more.
    if (video.error !== null) throw new Error('The clip could not be read.')
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const heard = new AbortController()
    video.addEventListener(what, () => resolve(), { signal: heard.signal })
    video.addEventListener('error', () => reject(new Error('The clip could not be read.')), { signal: heard.signal })
    signal.addEventListener('abort', () => reject(signal.reason as Error), { signal: heard.signal })
    return promise.finally(() => heard.abort())
  }
}
