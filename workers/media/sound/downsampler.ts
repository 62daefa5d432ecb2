import { talkFormat } from '#contract/sound.ts'

const FRAME_SAMPLES = (talkFormat.sampleRateHz * talkFormat.frameMs) / 1000

/** From the rate of the sound card to that of `talkFormat`: each sample is the mean of those that fall into its time. */
export class Downsampler {
  readonly #ratio: number
  readonly #onFrame: (frame: Float32Array<ArrayBuffer>, level: number) => void
  #frame = new Float32Array(FRAME_SAMPLES)
  #filled = 0
  #sum = 0
  #count = 0
  /** How much of the next sample's time has passed, in samples of the input. */
  #passed = 0

  /** `onFrame` hears each whole frame, and its level from 0 to 1 (root of the mean square). */
  constructor(inputRateHz: number, onFrame: (frame: Float32Array<ArrayBuffer>, level: number) => void) {
    this.#ratio = inputRateHz / talkFormat.sampleRateHz
    this.#onFrame = onFrame
  }

  take(samples: Float32Array): void {
    for (const sample of samples) {
      this.#sum += sample
      this.#count += 1
      this.#passed += 1
      if (this.#passed < this.#ratio) continue
      this.#passed -= this.#ratio
      this.#put(this.#sum / this.#count)
      this.#sum = 0
      this.#count = 0
    }
  }

  #put(sample: number): void {
    this.#frame[this.#filled] = sample
    this.#filled += 1
    if (this.#filled < FRAME_SAMPLES) return
    const frame = this.#frame
    this.#frame = new Float32Array(FRAME_SAMPLES)
    this.#filled = 0
    const square = frame.reduce((sum, one) => sum + one * one, 0) / FRAME_SAMPLES
    this.#onFrame(frame, Math.min(1, Math.sqrt(square)))
  }
}
