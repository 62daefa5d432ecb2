/** Tells when the pictures of a `<video>` reach the screen, as the browser expects it: the worker that decodes them can only guess. */
export class DisplayWatch {
  readonly #video: HTMLVideoElement
  readonly #onShown: (toldUs: number, shownMs: number) => void
  #handle: number | undefined

  /** `onShown`: the time that the element tells of the picture, and when it is seen (epoch ms). */
  constructor(video: HTMLVideoElement, onShown: (toldUs: number, shownMs: number) => void) {
    this.#video = video
    this.#onShown = onShown
    this.#next()
  }

  #next(): void {
    this.#handle = this.#video.requestVideoFrameCallback((_nowMs, { mediaTime, expectedDisplayTime }) => {
      this.#onShown(Math.round(mediaTime * 1e6), performance.timeOrigin + expectedDisplayTime)
      this.#next()
    })
  }

  close(): void {
    if (this.#handle !== undefined) this.#video.cancelVideoFrameCallback(this.#handle)
  }
}
