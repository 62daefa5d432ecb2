import { expect, test } from 'vitest'
import { lineUp } from '#server/stations/front-line.ts'

const LASTS_MS = 20_000
const at = (...raised: [string, number][]) => raised.map(([cameraKey, raisedMs]) => ({ cameraKey, raisedMs }))
const line = (raised: ReturnType<typeof at>, nowMs: number) =>
  lineUp(raised, LASTS_MS, nowMs).map(({ cameraKey, fromMs, untilMs }) => [cameraKey, fromMs, untilMs])

test('one alarm is shown at once, and for its time', () => {
  expect(line(at(['gate', 1_000]), 1_000)).toEqual([['gate', 1_000, 21_000]])
  expect(line(at(['gate', 1_000]), 20_999)).toHaveLength(1)
  expect(line(at(['gate', 1_000]), 21_000)).toEqual([])
})

test('while others wait the one that is shown leaves after a moment, and the last has its whole time', () => {
  expect(line(at(['gate', 0], ['shop', 1_000], ['door', 2_000]), 2_000)).toEqual([
    ['gate', 0, 5_000],
    ['shop', 5_000, 10_000],
    ['door', 10_000, 30_000],
  ])
  // It was there long enough: the next one comes at once.
  expect(line(at(['gate', 0], ['shop', 12_000]), 12_000)).toEqual([['shop', 12_000, 32_000]])
  expect(line(at(['gate', 0], ['shop', 30_000]), 30_000)).toEqual([['shop', 30_000, 50_000]])
})

test('a camera that raises another alarm keeps its place, and its picture stays', () => {
  const two = lineUp([...at(['gate', 0]), { cameraKey: 'gate', raisedMs: 15_000, kind: 'face' }], LASTS_MS, 15_000)
  expect(two).toEqual([{ cameraKey: 'gate', raisedMs: 15_000, kind: 'face', fromMs: 0, untilMs: 35_000 }])
  expect(line(at(['gate', 0], ['shop', 1_000], ['gate', 2_000]), 2_000)).toEqual([
    ['gate', 0, 5_000],
    ['shop', 5_000, 25_000],
  ])
})

test('of many the newest are shown: of those that wait the oldest gives way', () => {
  const many = at(...Array.from({ length: 12 }, (_, index): [string, number] => [`camera ${index}`, index]))
  expect(line(many, 20).map(([camera]) => camera)).toEqual([0, 6, 7, 8, 9, 10, 11].map((index) => `camera ${index}`))
})
