import { expect, it } from 'vitest'
import { ScreenTimes } from '#workers/media/screen-times.ts'

const NOW_US = 1_795_737_099_098_675

/** By how much the time rises from one picture to the next, of a camera that has a key frame each ten pictures. */
function stepsOf(times: ScreenTimes, fps: number, count: number): number[] {
  const all = Array.from({ length: count }, (_, at) =>
    times.of({ ptsUs: NOW_US + Math.round((at * 1_000_000) / fps), isKey: at % 10 === 0 }),
  )
  expect(all.every(Number.isInteger)).toBe(true)
  return all.slice(1).map((time, at) => time - (all[at] ?? 0))
}

it.each([8, 15, 25, 30, 60])('pictures of a camera of %i a second are 20 ms apart on their way to the screen', (fps) => {
  const steps = stepsOf(new ScreenTimes(fps, () => 16), fps, 40)
  expect(steps.every((step) => Math.abs(step - 20_000) <= 2)).toBe(true)
})

it('from the next key frame on they are as far apart as they were filmed, where there are many windows, and no more when those are gone', () => {
  let windows = 16
  const times = new ScreenTimes(10, () => windows)
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
  const times = new ScreenTimes(0, () => 1)
  const decoded = [0, 120_000, 40_000, 80_000, -40_000]
  const given = decoded.map((us, at) => times.of({ ptsUs: NOW_US + us, isKey: at === 0 }))
  const order = (values: number[]) => values.map((_, at) => at).toSorted((one, other) => (values[one] ?? 0) - (values[other] ?? 0))
  expect(order(given)).toEqual(order(decoded))
})
