/** Between the times that pictures of a steady stream have on their way to the screen. */
const STEP_US = 20_000
/** Of a camera that does not say how many pictures it films a second. */
const USUAL_FPS = 20
/** Beyond so many windows the machine has better things to do than to draw the page more often. */
const MOST_WINDOWS = 16

/**
 * The times that pictures have for the decoder and the screen, in place of those when they were filmed. Chromium takes the time from one picture of a
 * `<video>` to the next for how often it has to draw the page, and draws no more often: for cameras of 15 or 25 pictures a second 30 times, so that each of
 * them waits for up to 33 ms. These times are those of the stream run faster: in the same order, and so close that every refresh of the screen is used.
 * On walls of many windows they are only as far apart as they were filmed: where nothing but the processor draws, every second refresh costs less.
 */
export class ScreenTimes {
  readonly #windows: () => number
  readonly #quickShare: number
  #share = 1
  /** A key frame, or the first picture: when it was filmed, and its time for the screen. */
  #begun: { ptsUs: number; timeUs: number } | undefined

  /** `fps`: 0 when that is not known. `windows`: how many windows show something at the moment of the call. */
  constructor(fps: number, windows: () => number) {
    this.#windows = windows
    this.#quickShare = (STEP_US * (fps > 0 ? fps : USUAL_FPS)) / 1_000_000
  }

  /** Whole µs: with fractions a decoder's frame would not have the time that its unit had. */
  of({ ptsUs, isKey }: { ptsUs: number; isKey: boolean }): number {
    if (this.#begun === undefined || isKey) {
      this.#begun = { ptsUs, timeUs: this.#timeOf(ptsUs) }
      this.#share = this.#windows() > MOST_WINDOWS ? 1 : this.#quickShare
    }
    return this.#timeOf(ptsUs)
  }

  #timeOf(ptsUs: number): number {
    return this.#begun === undefined ? 0 : Math.round(this.#begun.timeUs + (ptsUs - this.#begun.ptsUs) * this.#share)
  }
}
