import { expect, test } from 'vitest'
import { LateMeter } from '#workers/media/late-meter.ts'

/** Streams of 10 pictures a second that come over one link; their cameras' clocks are far apart. */
class Way {
  readonly meter = new LateMeter()
  #nowMs = 1_000_000

  /** Lets seconds pass. `lateMs` of each stream; what has no number does not come. */
  pass(seconds: number, lateMs: (number | undefined)[]): number {
    let late = Number.NaN
    for (let second = 0; second < seconds; second += 1) {
      for (let picture = 0; picture < 10; picture += 1) {
        this.#nowMs += 100
        for (const [channel, ms] of lateMs.entries()) if (ms !== undefined) this.#take(channel, ms)
      }
      late = this.meter.tick(this.#nowMs)
    }
    return late
  }

  #take(channel: number, lateMs: number): void {
    const clockErrorMs = channel * 12_345 - 20_000
    this.meter.took(channel, this.#nowMs - lateMs + clockErrorMs, this.#nowMs)
  }
}

test('what is held up on the way to this machine is late, whatever the clocks of the cameras show', () => {
  const way = new Way()
  expect(way.pass(5, [40, 80])).toBe(0)
  expect(way.pass(2, [1_540, 1_580])).toBe(1_500)
  expect(way.pass(1, [40, 80])).toBe(0)
})

test('a camera that is late by itself is no trouble of the link', () => {
  const way = new Way()
  way.pass(5, [40, 80])
  expect(way.pass(5, [40, 3_080])).toBe(0)
})

test('while nothing comes, it is as late as it was', () => {
  const way = new Way()
  way.pass(5, [40])
  way.pass(1, [1_040])
  expect(way.pass(3, [undefined])).toBe(1_000)
})

test('a clock that is set, or a camera that is slower from now on, is late for a minute at most', () => {
  const way = new Way()
  way.pass(40, [40])
  expect(way.pass(20, [2_040])).toBe(2_000)
  expect(way.pass(41, [2_040])).toBe(0)
})

test('what is shown no more says nothing any more', () => {
  const way = new Way()
  way.pass(5, [40])
  way.pass(1, [1_040])
  expect(way.pass(62, [])).toBe(0)
})
