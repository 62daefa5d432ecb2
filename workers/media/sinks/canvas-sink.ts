import type { FrameSink } from './frame-sink.ts'

/** Draws frames at their own size; the page's CSS scales the canvas, which costs less than scaling here. */
export class CanvasSink implements FrameSink {
  readonly kind = 'canvas'
  readonly #canvas: OffscreenCanvas
  readonly #context: OffscreenCanvasRenderingContext2D | null

  constructor(canvas: OffscreenCanvas) {
    this.#canvas = canvas
    this.#context = canvas.getContext('2d', { alpha: true, desynchronized: true })
  }

  show(frame: VideoFrame): number {
    if (this.#canvas.width !== frame.displayWidth) this.#canvas.width = frame.displayWidth
    if (this.#canvas.height !== frame.displayHeight) this.#canvas.height = frame.displayHeight
    this.#context?.drawImage(frame, 0, 0)
    frame.close()
    return 0
  }

  blank(): void {
    this.#context?.clearRect(0, 0, this.#canvas.width, this.#canvas.height)
  }

  close(): void {
    this.blank()
  }
}
