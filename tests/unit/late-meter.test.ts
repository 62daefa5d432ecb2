import { expect, test } from 'vitest'
import { LateMeter } from '#workers/media/late-meter.ts'

/** Streams of 10 pictures a second that come over one link; their cameras' clocks are far apart. */
class Way {
  readonly meter = new LateMeter()
  #nowMs = 1_000_000

  /** Lets seconds pass. `lateMs` of each stream; what has no number does not come. */
  pass(seconds: number, lateMs: (number | undefined)[]): number | undefined {
    let late: number | undefined = Number.NaN
    for (let second = 0; second < seconds; second += 1) {
      for (let picture = 0; picture < 10; picture += 1) {
        this.#nowMs += 100
        for (const [channel, ms] of lateMs.entries()) if (ms !== undefined) this.#take(channel, ms)
      }
      late = this.meter.tick(this.#nowMs)
    }
    return late
  }

  /** Key frames alone come, so many seconds apart, each so late. */
  passKeys(count: number, everyS: number, lateMs: number): (number | undefined)[] {
    return Array.from({ length: count }, () => {
      const lates = Array.from({ length: everyS - 1 }, () => this.pass(1, []))
      this.#take(0, lateMs, { isKey: true })
      return [...lates, this.pass(1, [])]
    }).flat()
  }

  /** A stream comes round to this channel with a group that lasts so long, and what is filmed next comes so late. */
  begin(channel: number, groupS: number, lateMs: number): void {
    for (let pastMs = groupS * 1_000; pastMs > 0; pastMs -= 100)
      this.#take(channel, lateMs + pastMs, { isKey: pastMs === groupS * 1_000, isPreroll: true })
    this.#take(channel, lateMs)
  }

  #take(channel: number, lateMs: number, { isKey = false, isPreroll = false } = {}): void {
    const clockErrorMs = channel * 12_345 - 20_000
    this.meter.took({ channel, isKey, isPreroll, captureMs: this.#nowMs - lateMs + clockErrorMs }, this.#nowMs)
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

test('while nothing comes, it is as late as it was, for no longer than a group of pictures is left out; then nothing tells', () => {
  const way = new Way()
  way.pass(5, [40])
  way.pass(1, [1_040])
  expect(way.pass(2, [undefined])).toBe(1_000)
  expect(way.pass(15, [undefined])).toBeUndefined()
  expect(way.pass(1, [40])).toBe(0)
})

test('a key frame that is longer on the way than the pictures before it, as it is larger, is not late, and tells nothing of the seconds without any', () => {
  const way = new Way()
  way.pass(5, [40])
  expect(way.passKeys(3, 20, 1_240).filter((late) => late !== undefined)).toEqual([0, 0, 0, 0, 0])
})

test('among key frames alone those that wait on the way are late, each once', () => {
  const way = new Way()
  way.passKeys(2, 4, 1_240)
  expect(way.passKeys(2, 4, 3_240)).toEqual([undefined, undefined, undefined, 2_000, undefined, undefined, undefined, 2_000])
})

test('what waits behind the long group with which a stream begins is late only when that has had the time to get through', () => {
  const way = new Way()
  way.pass(5, [40, 80])
  way.begin(1, 20, 6_080)
  expect(way.pass(9, [6_040, 6_080])).toBeUndefined()
  expect(way.pass(2, [6_040, 6_080])).toBe(6_000)
})

test('what waits behind a group as most cameras have it is late at once', () => {
  const way = new Way()
  way.pass(5, [40, 80])
  way.begin(1, 2, 2_080)
  expect(way.pass(1, [2_040, 2_080])).toBe(2_000)
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
