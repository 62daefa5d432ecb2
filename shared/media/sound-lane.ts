import { frameRateHz, samplesIn, silentFrame } from './sound-frames.ts'

/** Of G.711, which has no frames of its own, a frame is laid of so many samples of each channel. */
export const G711_FRAME_SAMPLES = 1_024
/** A frame may stand so far from its time, or half its own length where that is more: the clocks of cameras are uneven. */
const UNEVEN_US = 20_000

/** Frames have as many samples of each channel as `samples` says. */
interface LaidFrame {
  data: Uint8Array
  samples: number
}

/**
 * Sound, frame behind frame from a beginning on: what is missing is silence, what comes twice or too late is left out. So it stays with the
 * pictures in every file, also in those that know no times.
 */
export class SoundLane<Format extends Parameters<typeof silentFrame>[0]> {
  readonly format: Format
  readonly #rateHz: number
  readonly #isG711: boolean
  #frames: LaidFrame[] = []
  /** What does not fill a frame of G.711 yet. */
  #rest = new Uint8Array()
  /** Of all that was laid down so far. */
  #samples = 0

  constructor(format: Format) {
    this.format = format
    this.#rateHz = frameRateHz(format)
    this.#isG711 = format.codec === 'pcmu' || format.codec === 'pcma'
  }

  #us(samples: number): number {
    return (samples * 1e6) / this.#rateHz
  }

  /** `timeUs`: since the beginning. */
  take(timeUs: number, data: Uint8Array): void {
    const samples = samplesIn(this.format, data)
    const mostOffUs = Math.max(UNEVEN_US, this.#us(samples) / 2)
    const offUs = timeUs - this.#us(this.#samples)
    if (offUs < -mostOffUs) return
    if (offUs > mostOffUs) this.fillTo(timeUs)
    this.#lay(data, samples)
  }

  /** Lays down silence up to this time. */
  fillTo(timeUs: number): void {
    const silent = silentFrame(this.format)
    const count = Math.round((timeUs - this.#us(this.#samples)) / this.#us(silent.samples))
    if (count <= 0) return
    if (!this.#isG711) for (let frame = 0; frame < count; frame += 1) this.#lay(silent.data, silent.samples)
    else this.#lay(new Uint8Array(count * silent.data.byteLength).fill(silent.data[0] ?? 0), count)
  }

  #lay(data: Uint8Array, samples: number): void {
    this.#samples += samples
    if (!this.#isG711) {
      this.#frames.push({ data, samples })
      return
    }
    const bytes = new Uint8Array(this.#rest.byteLength + data.byteLength)
    bytes.set(this.#rest)
    bytes.set(data, this.#rest.byteLength)
    const length = G711_FRAME_SAMPLES * this.format.channels
    let at = 0
    for (; at + length <= bytes.byteLength; at += length)
      this.#frames.push({ data: bytes.subarray(at, at + length), samples: G711_FRAME_SAMPLES })
    this.#rest = bytes.slice(at)
  }

  /** Ends with the frame that is nearest to this time. */
  end(timeUs: number): void {
    this.fillTo(timeUs)
    const open = this.#rest.byteLength / this.format.channels
    if (open * 2 > G711_FRAME_SAMPLES) this.fillTo(this.#us(this.#samples - open + G711_FRAME_SAMPLES))
    else this.#samples -= open
    for (let last = this.#frames.at(-1); last !== undefined; last = this.#frames.at(-1)) {
      if (this.#us(this.#samples - last.samples / 2) < timeUs) return
      this.#frames.pop()
      this.#samples -= last.samples
    }
  }

  /** Whole frames that were laid down since they were taken last. */
  takeFrames(): LaidFrame[] {
    const frames = this.#frames
    this.#frames = []
    return frames
  }
}
