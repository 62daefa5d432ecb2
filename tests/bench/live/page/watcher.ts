import { readCounter } from '#tests/support/read-counter.ts'
import type { Sighting } from '../page-api.ts'

const WIDTH = 192
const HEIGHT = 108

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** Reads the counter of one window from its pixels, now and then. */
export class Watcher {
  readonly sightings: Sighting[] = []
  unreadable = 0
  readonly #window: number
  readonly #video: HTMLVideoElement
  readonly #context: CanvasRenderingContext2D

  constructor(window: number, video: HTMLVideoElement) {
    this.#window = window
    this.#video = video
    const canvas = document.createElement('canvas')
    canvas.width = WIDTH
    canvas.height = HEIGHT
    this.#context = canvas.getContext('2d', { alpha: false, willReadFrequently: true }) as CanvasRenderingContext2D
  }

  async run(ms: number, everyMs: number): Promise<void> {
    const endMs = performance.now() + ms
    await pause(Math.random() * everyMs)
    while (performance.now() < endMs) {
      await this.#look()
      await pause(everyMs * (0.75 + Math.random() / 2))
    }
  }

  #look(): Promise<void> {
    return new Promise((resolve) => {
      this.#video.requestVideoFrameCallback((_now, { presentedFrames }) => {
        this.#context.drawImage(this.#video, 0, 0, WIDTH, HEIGHT)
        const { data } = this.#context.getImageData(0, 0, WIDTH, HEIGHT)
        const atMs = performance.timeOrigin + performance.now()
        const frame = readCounter(data, WIDTH, HEIGHT)
        if (frame === undefined) this.unreadable++
        else this.sightings.push({ window: this.#window, frame, atMs, presented: presentedFrames })
        resolve()
      })
    })
  }
}
