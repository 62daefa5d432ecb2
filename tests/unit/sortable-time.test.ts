import { expect, test } from 'vitest'
import { sortableTime } from '#shared/time/sortable-time.ts'

test('times in a file sort, and say by how much they are off UTC', () => {
  const times = [Date.UTC(2025, 11, 31, 23, 59, 59), Date.UTC(2026, 1, 3, 4, 5, 6), Date.UTC(2026, 10, 28, 5, 50, 10)]
  const texts = times.map(sortableTime)
  for (const text of texts) expect(text).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/)
  expect(texts.toReversed().toSorted()).toEqual(texts)
  expect(texts.map((text) => Date.parse(text))).toEqual(times)
})
