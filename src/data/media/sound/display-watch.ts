/** Tells when the pictures of a `<video>` reach the screen, as the browser expects it: the worker that decodes them can only guess. */
export class DisplayWatch {
  readonly #video: HTMLVideoElement
  readonly #onSeen: (toldUs: number, seenMs: number) => void
  #handle: number | undefined

  /** `onSeen`: the time that the element tells of the picture, and when it is seen (epoch ms). */
  constructor(video: HTMLVideoElement, onSeen: (toldUs: number, seenMs: number) => void) {
    this.#video = video
    this.#onSeen = onSeen
    this.#next()
  }

  #next(): void {
    this.#handle = this.#video.requestVideoFrameCallback((_nowMs, { mediaTime, expectedDisplayTime }) => {
      this.#onSeen(Math.round(mediaTime * 1e6), performance.timeOrigin + expectedDisplayTime)
      this.#next()
    })
  }

  close(): void {
    if (this.#handle !== undefined) this.#video.cancelVideoFrameCallback(this.#handle)
  }
}
