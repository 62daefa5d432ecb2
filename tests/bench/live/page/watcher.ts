import { readCounter } from '#tests/support/read-counter.ts'
import type { Sighting } from '../page-api.ts'

/** What is read of each picture, scaled to this. */
const WIDTH = 240
const HEIGHT = 135
/** Its counter is in the topmost rows. */
const ROWS = HEIGHT / 15

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/**
 * Reads the counter of one window from its pixels, now and then. Only the rows with the counter are fetched, as the decoder has left them: to draw all
 * of a picture of 720p takes the browser several ms, and with thirty of them a second the one who looks would slow down what is looked at.
 */
export class Watcher {
  readonly sightings: Sighting[] = []
  unreadable = 0
  readonly #window: number
  readonly #video: HTMLVideoElement
  readonly #scaled = new Uint8Array(WIDTH * HEIGHT * 4)
  #bytes = new Uint8Array(0)

  constructor(window: number, video: HTMLVideoElement) {
    this.#window = window
    this.#video = video
  }

  async run(ms: number, everyMs: number): Promise<void> {
    const endMs = performance.now() + ms
    await pause(Math.random() * everyMs)
    while (performance.now() < endMs) {
      await this.#look()
      await pause(everyMs * (0.75 + Math.random() / 2))
    }
  }

  async #look(): Promise<void> {
    const { frame, presented, atMs } = await this.#next()
    await this.#fetchRows(frame)
    const counter = readCounter(this.#scaled, WIDTH, HEIGHT)
    if (counter === undefined) this.unreadable++
    else this.sightings.push({ window: this.#window, frame: counter, atMs, presented })
  }

  /** The next picture that reaches the screen, and when it is in hand, epoch ms. */
  #next(): Promise<{ frame: VideoFrame; presented: number; atMs: number }> {
    return new Promise((resolve) => {
      this.#video.requestVideoFrameCallback((_now, { presentedFrames }) => {
        const frame = new VideoFrame(this.#video)
        resolve({ frame, presented: presentedFrames, atMs: performance.timeOrigin + performance.now() })
      })
    })
  }

  /** Brings the brightness of the topmost rows to where it is read, and closes the frame. */
  async #fetchRows(frame: VideoFrame): Promise<void> {
    const { visibleRect, format } = frame
    if (visibleRect === null || (format !== 'I420' && format !== 'NV12'))
      throw new Error(`A picture of the format ${format} cannot be read.`)
    const { x, y, width, height } = visibleRect
    const rect = { x, y, width, height: 2 * Math.ceil((height * ROWS) / HEIGHT / 2) }
    const size = frame.allocationSize({ rect })
    if (this.#bytes.length < size) this.#bytes = new Uint8Array(size)
    const [{ offset, stride } = { offset: 0, stride: 0 }] = await frame.copyTo(this.#bytes, { rect })
    frame.close()
    for (let row = 0; row < ROWS; row++) {
      for (let column = 0; column < WIDTH; column++) {
        const from = offset + Math.floor(((row + 0.5) * height) / HEIGHT) * stride + Math.floor(((column + 0.5) * width) / WIDTH)
        this.#scaled.fill(this.#bytes[from] ?? 0, (row * WIDTH + column) * 4, (row * WIDTH + column) * 4 + 3)
      }
    }
  }
}
