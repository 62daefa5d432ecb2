import type { SoundFigures } from '#contract/sound-worklet-api.ts'
import { quantile } from './figures.ts'

/** Sound that is decoded, on its way to the loudspeaker. */
export interface SoundFrame {
  /** Presentation time of the first sample, ms, on the clock of the stream. */
  startMs: number
  samples: Float32Array
  sampleRateHz: number
  /** How long after its presentation time a picture of this stream is shown; `undefined` while none is. On the wall clock of this machine. */
  pictureDelayMs: number | undefined
}

/** What goes to the loudspeaker's end of a window; `begin` goes ahead of what is another sound. */
export type SoundMessage = SoundFrame | 'begin'

/** A line that jitters takes the sound no further behind the picture than this. Eyes and ears notice about 80 ms. */
const MOST_BEHIND_MS = 60
/** What a frame should be early by. */
const MARGIN_MS = 6
/** Frames by which the jitter of the line is measured: two to six seconds. */
const NEEDS_KEPT = 100
const NEED_QUANTILE = 0.95
/** What the way to the loudspeaker takes on a good line: without that nothing would be heard at all. */
const LEAST_QUANTILE = 0.25
/** Further off than this the playhead jumps; below it plays a little faster or slower, which nobody hears. */
const JUMP_MS = 60
const MOST_SPEED = 0.02
const SPEED_PER_MS = 0.0005
/** Sound that waits longer than this for its picture is not waited for. */
const MOST_WAITING_MS = 3_000

/**
 * Plays frames by the clock and not one after the other: each sample is heard at its own moment, as long after its presentation time as the
 * pictures of its stream are shown after theirs, or a little later where the line jitters. What comes too late is left out, what is
 * missing is silence, and so nothing ever grows behind.
 */
export class Playout {
  readonly #frames: SoundFrame[] = []
  readonly #needs: number[] = []
  #pictureDelayMs: number | undefined
  #delayMs = 0
  /** Presentation time of the next sample; `undefined` until something has come. */
  #positionMs: number | undefined
  #lateFrames = 0

  /** Something else is heard from now on, or the same at another time: nothing of what was there counts. */
  begin(): void {
    this.#frames.length = 0
    this.#needs.length = 0
    this.#pictureDelayMs = undefined
    this.#positionMs = undefined
  }

  /** Takes a frame. `outputMs`: when what is rendered next will be heard, epoch ms. */
  take(frame: SoundFrame, outputMs: number): void {
    const { startMs, pictureDelayMs } = frame
    this.#needs.push(outputMs - startMs + MARGIN_MS)
    if (this.#needs.length > NEEDS_KEPT) this.#needs.shift()
    this.#pictureDelayMs = pictureDelayMs
    this.#delayMs = this.#wantedDelayMs()
    if (endMsOf(frame) <= outputMs - this.#delayMs) {
      this.#lateFrames += 1
      return
    }
    // A stream that begins anew goes back in time.
    const last = this.#frames.at(-1)
    if (last !== undefined && startMs < last.startMs) this.#frames.length = 0
    this.#frames.push(frame)
    while (startMs - (this.#frames[0]?.startMs ?? startMs) > MOST_WAITING_MS) this.#frames.shift()
  }

  #wantedDelayMs(): number {
    const need = quantile(this.#needs, NEED_QUANTILE)
    const picture = this.#pictureDelayMs
    if (picture === undefined) return need
    const most = Math.max(picture + MOST_BEHIND_MS, quantile(this.#needs, LEAST_QUANTILE))
    return Math.max(picture, Math.min(need, most))
  }

  /** Fills `out` with what is to be heard from `outputMs` (epoch ms) on. */
  render(out: Float32Array, outputMs: number, outputRateHz: number): void {
    const wantedMs = outputMs - this.#delayMs
    let position = this.#positionMs ?? wantedMs
    if (Math.abs(wantedMs - position) > JUMP_MS) position = wantedMs
    const speed = 1 + Math.min(MOST_SPEED, Math.max(-MOST_SPEED, (wantedMs - position) * SPEED_PER_MS))
    const stepMs = (1000 / outputRateHz) * speed
    for (let at = 0; at < out.length; at += 1) {
      out[at] = this.#sampleAt(position)
      position += stepMs
    }
    this.#positionMs = position
  }

  #sampleAt(ms: number): number {
    let first = this.#frames[0]
    while (first !== undefined && endMsOf(first) <= ms) {
      this.#frames.shift()
      first = this.#frames[0]
    }
    if (first === undefined || first.startMs > ms) return 0
    const at = ((ms - first.startMs) * first.sampleRateHz) / 1000
    const before = Math.min(Math.floor(at), first.samples.length - 1)
    const one = first.samples[before] ?? 0
    const next = first.samples[before + 1] ?? this.#frames[1]?.samples[0] ?? one
    return one + (next - one) * (at - before)
  }

  figures(): SoundFigures {
    const picture = this.#pictureDelayMs
    return { behindPictureMs: picture && this.#delayMs - picture, lateFrames: this.#lateFrames }
  }
}

function endMsOf({ startMs, samples, sampleRateHz }: SoundFrame): number {
  return startMs + (samples.length * 1000) / sampleRateHz
}
