import type { MediaUnit } from '#contract/media.ts'
import type { SoundFormat } from '#contract/sound.ts'
import { median } from './figures.ts'
import type { SoundMessage } from './playout.ts'
import { createSoundDecoder, type SoundDecoder } from './sound-decoder.ts'

/** Between the decoder's giving a picture and the screen's showing it with 60 Hz, where nobody measures that. */
const SCREEN_MS = 20
/** Pictures by which their delay is measured. */
const PICTURES_KEPT = 25

/** A window's sound: decodes what comes, and hands it to the loudspeaker's end with what is known of the pictures. */
export class SoundTrack {
  readonly #onUnsupported: () => void
  /** To the playout of this window; there only while somebody listens. */
  #frames: MessagePort | undefined
  #format: SoundFormat | undefined
  #decoder: SoundDecoder | undefined
  readonly #pictureDelays: number[] = []
  /** The page says when pictures are seen. */
  #isMeasured = false

  constructor(onUnsupported: () => void) {
    this.#onUnsupported = onUnsupported
  }

  /** Plays to this port from now on; to none, when somebody has turned the sound off. */
  attach(frames: MessagePort | undefined): void {
    this.#frames?.close()
    this.#frames = frames
    this.#begin()
  }

  /** A stream begins, with sound or without, or is heard at another time. */
  configure(format: SoundFormat | undefined): void {
    this.#format = format
    this.#pictureDelays.length = 0
    this.#isMeasured = false
    this.#begin()
  }

  #begin(): void {
    this.#decoder?.close()
    this.#decoder = undefined
    this.#frames?.postMessage('begin' satisfies SoundMessage)
    if (this.#frames === undefined || this.#format === undefined) return
    this.#decoder = createSoundDecoder(this.#format, {
      onSamples: (ptsUs, samples, sampleRateHz) => this.#play(ptsUs, samples, sampleRateHz),
      onUnsupported: this.#onUnsupported,
    })
  }

  push({ ptsUs, data }: Pick<MediaUnit, 'ptsUs' | 'data'>): void {
    this.#decoder?.push(ptsUs, data)
  }

  #play(ptsUs: number, samples: Float32Array<ArrayBuffer>, sampleRateHz: number): void {
    const pictureDelayMs = this.#pictureDelays.length === 0 ? undefined : median(this.#pictureDelays)
    const frame: SoundMessage = { startMs: ptsUs / 1000, samples, sampleRateHz, pictureDelayMs }
    this.#frames?.postMessage(frame, [samples.buffer])
  }

  /** A picture of this time leaves for the screen at `shownMs` (epoch ms of this machine). */
  pictureShown(ptsUs: number, shownMs: number): void {
    if (!this.#isMeasured) this.#noteDelay(shownMs + SCREEN_MS - ptsUs / 1000)
  }

  /** A picture of this time is seen at `seenMs`. */
  pictureSeen(ptsUs: number, seenMs: number): void {
    if (!this.#isMeasured) this.#pictureDelays.length = 0
    this.#isMeasured = true
    this.#noteDelay(seenMs - ptsUs / 1000)
  }

  #noteDelay(delayMs: number): void {
    this.#pictureDelays.push(delayMs)
    if (this.#pictureDelays.length > PICTURES_KEPT) this.#pictureDelays.shift()
  }
}
