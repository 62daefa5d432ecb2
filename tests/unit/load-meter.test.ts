import { expect, test } from 'vitest'
import { LoadMeter } from '#workers/media/load-meter.ts'

/** A stream whose every picture takes so long to decode. */
class Stream {
  readonly #meter = new LoadMeter()
  #nowMs = 5_000

  /** Lets seconds pass with a picture each `betweenMs`. */
  pass(seconds: number, betweenMs: number, tookMs: number): number {
    for (const endMs = this.#nowMs + seconds * 1_000; this.#nowMs < endMs; ) {
      this.#nowMs += betweenMs
      this.#meter.wanted(this.#nowMs * 1_000)
      this.#meter.decoded(tookMs, this.#nowMs)
    }
    return this.#meter.load
  }
}

test('a decoder is fully loaded when a picture takes as long as it is to the next one', () => {
  expect(new Stream().pass(10, 40, 10)).toBeCloseTo(0.25)
  expect(new Stream().pass(10, 40, 60)).toBe(1)
})

test('of a window that shows key frames alone, or stills, a picture may take its time', () => {
  const stream = new Stream()
  expect(stream.pass(10, 66, 90)).toBe(1)
  expect(stream.pass(4, 2_000, 90)).toBeCloseTo(0.045)
  expect(stream.pass(10, 5_000, 300)).toBeCloseTo(0.06)
  expect(stream.pass(3, 66, 90)).toBe(1)
})

test('pictures that come in one breath after a hiccup are not many, and one that took long is no rule', () => {
  const meter = new LoadMeter()
  for (let count = 0; count < 60; count += 1) {
    meter.wanted(count * 40_000)
    // The second half comes at once, and each waits for those before it.
    if (count < 30) meter.decoded(8, count * 40)
    else meter.decoded((count - 30) * 8, 30 * 40)
  }
  expect(meter.load).toBeLessThan(0.3)
})

test('the first picture, which waits for what came before it, is no measure for those that follow', () => {
  const meter = new LoadMeter()
  for (let count = 0; count < 30; count += 1) {
    meter.wanted(count * 40_000)
    meter.decoded(count === 0 ? 400 : 10, 5_000 + count * 40)
    expect(meter.load).toBeLessThan(0.3)
  }
})

test('a stream that begins anew with earlier times loads nothing by that', () => {
  const meter = new LoadMeter()
  for (let count = 0; count < 60; count += 1) {
    meter.wanted(9_000_000 + count * 40_000)
    meter.decoded(10, count * 40)
  }
  meter.wanted(0)
  expect(meter.load).toBeLessThan(0.3)
})
