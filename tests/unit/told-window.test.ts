import { expect, test } from 'vitest'
import { isSameSaid, saidOf, type SaidWindow } from '#src/features/kiosk/told-window.ts'

/** How often a window is rendered for what it is told one after the other. */
function timesSaid(told: readonly SaidWindow[]): number {
  let times = 0
  let before: SaidWindow | undefined
  for (const one of told) {
    const said = saidOf(one)
    if (before === undefined || !isSameSaid(before, said)) times += 1
    before = said
  }
  return times
}

/** Looks four times in each of so many seconds. */
const looks = (seconds: number, of: (atMs: number) => SaidWindow) => Array.from({ length: seconds * 4 }, (_, look) => of(look * 250))

test('a live picture is said once, whatever its age is at each look', () => {
  expect(timesSaid(looks(60, (atMs) => ({ state: 'live', ageMs: 80 + (atMs % 1_900) })))).toBe(1)
  expect(timesSaid(looks(60, () => ({ state: 'connecting', ageMs: null })))).toBe(1)
})

test('the age of one that stands still is said each second, as its words have it', () => {
  const told = looks(10, (atMs) => ({ state: 'frozen', ageMs: 2_100 + atMs }))
  expect(timesSaid(told)).toBe(10)
  expect(told.map((one) => saidOf(one).ageMs).filter((ageMs, at, all) => ageMs !== all[at - 1])).toEqual(
    Array.from({ length: 10 }, (_, second) => (2 + second) * 1_000),
  )
  expect(timesSaid(looks(10, (atMs) => ({ state: 'failed', fault: 'offline', ageMs: atMs })))).toBe(10)
})

test('another state, and another reason, are said at once', () => {
  const failed: SaidWindow = { state: 'failed', fault: 'offline', ageMs: null }
  expect(timesSaid([{ state: 'connecting', ageMs: null }, { state: 'live', ageMs: 90 }, { state: 'frozen', ageMs: 2_000 }, failed])).toBe(4)
  expect(timesSaid([failed, { ...failed, fault: 'lost' }])).toBe(2)
  expect(saidOf(failed)).toEqual(failed)
})
