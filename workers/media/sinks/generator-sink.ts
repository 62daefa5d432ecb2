import type { FrameSink } from './frame-sink.ts'

/** Writes frames into a track that a `<video>` of the page shows. Keeps at most one frame back, the newest. */
export class GeneratorSink implements FrameSink {
  readonly kind = 'generator'
  readonly #writer: WritableStreamDefaultWriter<VideoFrame>
  #waiting: VideoFrame | undefined
  #isBusy = false
  #isClosed = false

  constructor(writable: WritableStream<VideoFrame>) {
    this.#writer = writable.getWriter()
    // The page ends the track when it disposes of the window; that is no fault.
    this.#writer.closed.catch(() => this.close())
  }

  show(frame: VideoFrame): number {
    if (this.#isClosed) {
      frame.close()
      return 0
    }
    if (!this.#isBusy) {
      void this.#write(frame)
      return 0
    }
    const givenUp = this.#waiting
    this.#waiting = frame
    givenUp?.close()
    return givenUp === undefined ? 0 : 1
  }

  async #write(first: VideoFrame): Promise<void> {
    this.#isBusy = true
    let frame: VideoFrame | undefined = first
    while (frame !== undefined) {
      try {
        await this.#writer.write(frame)
      } catch {
        frame.close()
        return this.close()
      }
      frame = this.#waiting
      this.#waiting = undefined
    }
    this.#isBusy = false
  }

  /** The page replaces the track to take a picture off; here is nothing to do. */
  blank(): void {}

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#waiting?.close()
    this.#waiting = undefined
    this.#writer.close().catch(() => undefined)
  }
}
