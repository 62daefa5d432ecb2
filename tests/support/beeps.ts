import { encodePcmu } from '#shared/media/g711.ts'

const SAMPLE_RATE_HZ = 8_000
const FRAME_MS = 20
const TONE_HZ = 1_000
/** Without a picture for so long the camera has stalled, and its sound with it. */
const STALLED_MS = 200

/** A tone begins with each picture whose number is a multiple of this, and is heard as long as the picture is seen. */
export const BEEP_EVERY_PICTURES = 10
export const beepFormat = { codec: 'pcmu', sampleRateHz: SAMPLE_RATE_HZ, channels: 1 } as const

/** The sound of a test camera, in frames of 20 ms, each sent in the moment in which it is whole. */
export class Beeps {
  readonly #fps: number
  readonly #onFrame: (frame: { ptsUs: number; data: Uint8Array }) => void
  readonly #timer: NodeJS.Timeout
  /** When presentation time 0 was, on this process's clock. */
  #zeroMs: number | undefined
  #pictureMs = 0
  #next = 0

  constructor(fps: number, onFrame: (frame: { ptsUs: number; data: Uint8Array }) => void) {
    this.#fps = fps
    this.#onFrame = onFrame
    this.#timer = setInterval(() => this.#send(), FRAME_MS / 4)
  }

  /** A picture of this presentation time is sent now. */
  pictureAt(ptsMs: number): void {
    const nowMs = performance.now()
    this.#zeroMs = Math.min(this.#zeroMs ?? Number.POSITIVE_INFINITY, nowMs - ptsMs)
    if (nowMs - this.#pictureMs > STALLED_MS) this.#next = Math.floor(ptsMs / FRAME_MS)
    this.#pictureMs = nowMs
  }

  #send(): void {
    const nowMs = performance.now()
    if (this.#zeroMs === undefined || nowMs - this.#pictureMs > STALLED_MS) return
    for (; (this.#next + 1) * FRAME_MS <= nowMs - this.#zeroMs; this.#next += 1) {
      const startMs = this.#next * FRAME_MS
      const length = (SAMPLE_RATE_HZ * FRAME_MS) / 1000
      const samples = Float32Array.from({ length }, (_, at) => this.#sample(startMs + (at * 1000) / SAMPLE_RATE_HZ))
      this.#onFrame({ ptsUs: startMs * 1000, data: encodePcmu(samples) })
    }
  }

  #sample(ms: number): number {
    const isTone = Math.floor((ms * this.#fps) / 1000) % BEEP_EVERY_PICTURES === 0
    return isTone ? 0.5 * Math.sin((2 * Math.PI * TONE_HZ * ms) / 1000) : 0
  }

  close(): void {
    clearInterval(this.#timer)
  }
}
