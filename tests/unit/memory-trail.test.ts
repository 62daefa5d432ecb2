import { beforeEach, expect, test, vi } from 'vitest'
import { MemoryTrail } from '#tests/bench/kiosk/memory-trail.ts'

beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation(() => {})
})

/** A browser whose pages live so long, s, and take 3 MB more each minute of their lives; the next one is loaded at the end of each; `base`: what each begins with, MB. */
function trailOf(lives: readonly { seconds: number; base: number }[]): MemoryTrail {
  const trail = new MemoryTrail()
  let atS = 0
  for (const [page, { seconds, base }] of lives.entries()) {
    for (let ageS = 0; ageS < seconds; ageS += 2) {
      // What the page before held is there for half a minute more.
      const before = page > 0 && ageS < 30 ? 200 : 0
      // Its successor is loaded behind it in its last seconds.
      const next = ageS >= seconds - 40 ? 300 : 0
      const bytes = (base + before + next + (ageS / 60) * 3) * 1e6
      trail.note((atS + ageS) * 1_000, { bytes, byKind: new Map() }, `page ${page}`, next === 0)
    }
    atS += seconds
  }
  return trail
}

test('pages that begin anew with the same are no growth, however long each of them lives', () => {
  const figures = trailOf([270, 540, 450, 540].map((seconds) => ({ seconds, base: 400 }))).figures()
  expect(figures.memory_growth_pct).toBe(0)
  expect(figures.memory_slope_mb_h).toBe(0)
  expect(figures.memory_page_growth_pct).toBeGreaterThan(2)
  expect(figures.memory_page_growth_pct, 'two pages at a time are no growth of one').toBeLessThan(6)
  expect(figures.memory_peak_mb).toBeGreaterThan(600)
})

test('what each page leaves behind is growth', () => {
  const figures = trailOf([400, 420, 440, 460].map((base) => ({ seconds: 400, base }))).figures()
  expect(figures.memory_growth_pct).toBeGreaterThan(14)
  expect(figures.memory_growth_pct).toBeLessThan(15)
  expect(figures.memory_end_mb - figures.memory_begin_mb).toBe(60)
})

test('a page that was soon renewed is not compared, and one that never was is compared with itself', () => {
  const lives = [
    { seconds: 300, base: 400 },
    { seconds: 70, base: 900 },
    { seconds: 300, base: 400 },
  ]
  expect(trailOf(lives).figures().memory_growth_pct).toBe(0)
  expect(trailOf([{ seconds: 600, base: 400 }]).figures().memory_growth_pct).toBeGreaterThan(3)
})
