import { expect, it } from 'vitest'
import { ScreenTimes } from '#workers/media/screen-times.ts'

const NOW_US = 1_795_737_099_098_675

/** Of a first stream, of so many pictures a second. */
function timesOf(fps: number, windows: () => number): ScreenTimes {
  const times = new ScreenTimes(windows)
  times.begin(fps)
  return times
}

/** The time from each picture to the one after it. */
const between = (all: readonly number[]) => all.slice(1).map((time, at) => time - (all[at] ?? 0))

/** By how much the time rises from one picture to the next, of a camera that has a key frame each ten pictures. */
function stepsOf(times: ScreenTimes, fps: number, count: number): number[] {
  const all = Array.from({ length: count }, (_, at) =>
    times.of({ ptsUs: NOW_US + Math.round((at * 1_000_000) / fps), isKey: at % 10 === 0 }),
  )
  expect(all.every(Number.isInteger)).toBe(true)
  return between(all)
}

it.each([8, 15, 25, 30, 50])('pictures of a camera of %i a second are 20 ms apart on their way to the screen', (fps) => {
  const steps = stepsOf(
    timesOf(fps, () => 16),
    fps,
    40,
  )
  expect(steps.every((step) => Math.abs(step - 20_000) <= 2)).toBe(true)
})

it.each([60, 90_000])('a stream of %i a second, or that says so, is not run slower than it was filmed', (fps) => {
  const steps = stepsOf(
    timesOf(fps, () => 16),
    60,
    40,
  )
  expect(steps.every((step) => Math.abs(step - 16_667) <= 2)).toBe(true)
})

it('pictures of a camera that says of itself that it films hardly any have a time each', () => {
  const steps = stepsOf(
    timesOf(0.0001, () => 16),
    25,
    40,
  )
  expect(steps.every((step) => step > 0)).toBe(true)
})

it('a camera that says what cannot be is taken for a usual one', () => {
  const steps = stepsOf(
    timesOf(-25, () => 16),
    20,
    40,
  )
  expect(steps.every((step) => Math.abs(step - 20_000) <= 2)).toBe(true)
})

it('from the next key frame on they are as far apart as they were filmed, where there are many windows, and no more when those are gone', () => {
  let windows = 16
  const times = timesOf(10, () => windows)
  const steps = Array.from({ length: 40 }, (_, at) => {
    if (at === 15) windows = 17
    if (at === 25) windows = 4
    return times.of({ ptsUs: NOW_US + at * 100_000, isKey: at % 10 === 0 })
  }).map((time, at, all) => time - (all[at - 1] ?? 0))
  expect(steps.slice(1)).toEqual([
    ...Array.from({ length: 20 }, () => 20_000),
    ...Array.from({ length: 10 }, () => 100_000),
    ...Array.from({ length: 9 }, () => 20_000),
  ])
})

it('pictures that are decoded out of order keep the order in which they are seen, and so do those before the first', () => {
  const times = timesOf(0, () => 1)
  const decoded = [0, 120_000, 40_000, 80_000, -40_000]
  const given = decoded.map((us, at) => times.of({ ptsUs: NOW_US + us, isKey: at === 0 }))
  const order = (values: number[]) => values.map((_, at) => at).toSorted((one, other) => (values[one] ?? 0) - (values[other] ?? 0))
  expect(order(given)).toEqual(order(decoded))
})

it('time goes on where a camera puts its clock back at a key frame, and where it was away', () => {
  const times = timesOf(10, () => 1)
  const group = (fromUs: number) => Array.from({ length: 5 }, (_, at) => times.of({ ptsUs: fromUs + at * 100_000, isKey: at === 0 }))
  const before = group(NOW_US)
  const putBack = group(NOW_US - 3_600_000_000)
  expect(between([...before, ...putBack])).toEqual(Array.from({ length: 9 }, () => 20_000))
  const hourLater = group(NOW_US)
  expect(hourLater[0]).toBeGreaterThan(putBack.at(-1) ?? Number.NaN)
  expect(between(hourLater)).toEqual(Array.from({ length: 4 }, () => 20_000))
})

it('a stream that comes to the same screen after another goes on behind it, as fast as it has to be', () => {
  const times = timesOf(25, () => 1)
  const first = Array.from({ length: 10 }, (_, at) => times.of({ ptsUs: NOW_US + at * 40_000, isKey: at === 0 }))
  times.begin(5)
  // The very same second is looked at again.
  const second = Array.from({ length: 10 }, (_, at) => times.of({ ptsUs: NOW_US + at * 200_000, isKey: at === 0 }))
  expect(between([...first, ...second])).toEqual(Array.from({ length: 19 }, () => 20_000))
})
