/** Between the times that pictures of a steady stream have on their way to the screen. */
const STEP_US = 20_000
/** Of a camera that does not say how many pictures it films a second. */
const USUAL_FPS = 20
/** A camera may say what it likes: run so much faster than for one picture a second, neighbours would come to have the same time. */
const LEAST_FPS = 1
/** Beyond so many windows the machine has better things to do than to draw the page more often. */
const MOST_WINDOWS = 16

interface Begun {
  ptsUs: number
  timeUs: number
}

/**
 * The times that pictures have for the decoder and the screen, in place of those when they were filmed. Chromium takes the time from one picture of a
 * `<video>` to the next for how often it has to draw the page, and draws no more often: for cameras of 15 or 25 pictures a second 30 times, so that each of
 * them waits for up to 33 ms. These times are those of the stream run faster: in the same order, and so close that every refresh of the screen is used.
 * On walls of many windows they are only as far apart as they were filmed: where nothing but the processor draws, every second refresh costs less.
 * Whatever streams a screen is given one after another, no time stands for two pictures: what is told of one late is not taken for another.
 */
export class ScreenTimes {
  readonly #windows: () => number
  #quickShare = quickShareOf(0)
  #share = 1
  /** A key frame, or the first picture: when it was filmed, and its time for the screen. */
  #begun: Begun | undefined
  /** The latest time that was given. */
  #latestUs = -STEP_US

  /** `windows`: how many windows show something at the moment of the call. */
  constructor(windows: () => number) {
    this.#windows = windows
  }

  /** A stream begins, or is begun anew elsewhere. `fps`: 0 when that is not known. */
  begin(fps: number): void {
    this.#quickShare = quickShareOf(fps)
    this.#begun = undefined
  }

  /** Whole µs: with fractions a decoder's frame would not have the time that its unit had. */
  of({ ptsUs, isKey }: { ptsUs: number; isKey: boolean }): number {
    const begun = this.#begun === undefined || isKey ? this.#beginAt(ptsUs) : this.#begun
    const timeUs = this.#timeOf(ptsUs, begun)
    this.#latestUs = Math.max(this.#latestUs, timeUs)
    return timeUs
  }

  #beginAt(ptsUs: number): Begun {
    const timeUs = this.#begun === undefined ? undefined : this.#timeOf(ptsUs, this.#begun)
    // Nothing of one group is filmed after the key frame of the next, unless the camera's clock was put back.
    const isOn = timeUs !== undefined && timeUs > this.#latestUs
    this.#begun = { ptsUs, timeUs: isOn ? timeUs : this.#latestUs + STEP_US }
    this.#share = this.#windows() > MOST_WINDOWS ? 1 : this.#quickShare
    return this.#begun
  }

  #timeOf(ptsUs: number, begun: Begun): number {
    return Math.round(begun.timeUs + (ptsUs - begun.ptsUs) * this.#share)
  }
}

/** By how much the time between two pictures is made shorter: never longer, since they would be shown later and later. */
function quickShareOf(fps: number): number {
  return Math.min(1, (STEP_US * Math.max(LEAST_FPS, fps > 0 ? fps : USUAL_FPS)) / 1_000_000)
}
