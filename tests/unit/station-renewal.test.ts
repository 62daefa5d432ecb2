import { expect, test } from 'vitest'
import { stepLeftMs } from '#shared/station-shown.ts'
import { MemoryWatch } from '#src/data/station/page-memory.ts'

const MB = 1e6

/** What is used after each minute: what waits to be thrown away comes and goes. */
function watched(...megabytes: number[]): boolean {
  const watch = new MemoryWatch()
  for (const one of megabytes) watch.note(one * MB)
  return watch.hasGrown
}

test('a page has grown when what stays in its memory has, whatever waits to be thrown away', () => {
  expect(watched(100, 400, 120, 300, 110, 500, 400, 105, 450, 500)).toBe(false)
  expect(watched(100, 120, 110, 105, 102, 160, 150, 170, 140, 145)).toBe(true)
})

test('a little more in a small page is no growth, and nothing is said before there was time to look', () => {
  expect(watched(20, 22, 21, 20, 25, 45, 48, 50, 46, 45)).toBe(false)
  expect(watched(20, 400, 400, 400)).toBe(false)
})

test('a step of a tour ends by the clock of the service, one view alone has no steps, and the remote control begins a step anew', () => {
  const view = { splitNum: 1, playChlList: [] }
  const tour = { kind: 'views' as const, title: 'Round', dwellS: 10, views: [view, view] }
  const office = { turns: [], timeZone: 'UTC', remote: null }
  expect([0, 1, 9_999, 10_000].map((atMs) => stepLeftMs({ ...office, content: tour }, atMs))).toEqual([10_000, 9_999, 1, 10_000])
  expect(stepLeftMs({ ...office, content: { ...tour, views: [view] } }, 5_000)).toBe(0)
  expect(stepLeftMs({ ...office, content: { kind: 'clock' } }, 5_000)).toBe(0)
  const remote = { content: null, view: { index: 1, sinceMs: 4_000 }, full: null, untilMs: 60_000 }
  expect(stepLeftMs({ ...office, content: tour, remote }, 5_000)).toBe(9_000)
})
