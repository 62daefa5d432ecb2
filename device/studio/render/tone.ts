import { randomFrom } from './vector.ts'

const steps = 4096
const brightest = 16

/** From linear light to the bytes of a picture, as a surveillance camera does it: film-like curve, darker corners, faint grain. */
export class ToneCurve {
  readonly #table = new Float32Array(steps + 1)
  readonly #vignette: Float32Array
  readonly #grain: Int8Array

  /** The grain stands still: it looks like a sensor's pattern and costs the encoder nothing. */
  constructor(width: number, height: number, exposure: number, grain: number) {
    for (let i = 0; i <= steps; i++) {
      const x = (i / steps) ** 2 * brightest
      const film = (x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14)
      this.#table[i] = 255 * Math.min(1, film) ** (1 / 2.2)
    }
    const random = randomFrom(3)
    this.#vignette = new Float32Array(width * height)
    this.#grain = new Int8Array(width * height)
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const across = (x / width - 0.5) * 2
        const down = ((y / height - 0.5) * 2 * height) / width
        this.#vignette[y * width + x] = (exposure * 0.62) / (1 + 0.28 * (across * across + down * down)) ** 2
        this.#grain[y * width + x] = Math.round((random() + random() + random() - 1.5) * grain)
      }
    }
  }

  /** Writes one pixel of three floats into the same pixel of three bytes. */
  write(linear: Float32Array, pixel: number, bytes: Uint8ClampedArray): void {
    const factor = this.#vignette[pixel]! / brightest
    const grain = this.#grain[pixel]!
    const grey = (linear[pixel * 3]! * 0.3 + linear[pixel * 3 + 1]! * 0.6 + linear[pixel * 3 + 2]! * 0.1) * 0.14
    for (let c = 0; c < 3; c++) {
      const level = Math.min(1, Math.sqrt((linear[pixel * 3 + c]! * 0.86 + grey) * factor))
      bytes[pixel * 3 + c] = this.#table[Math.round(level * steps)]! + grain
    }
  }
}
