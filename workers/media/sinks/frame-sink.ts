/** Where decoded frames go. A sink owns each frame from `show` on and closes it. */
export interface FrameSink {
  readonly kind: 'generator' | 'canvas'
  /** Answers how many frames were given up because the screen could not keep up: 0 or 1. */
  show(frame: VideoFrame): number
  blank(): void
  close(): void
}
