import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { eventBeyond, type FindEvents } from '#src/lib/event-beyond.ts'

const PAGE = 5
const bounds = { fromMs: 1_000, toMs: 50_000 }

/** The search of the service, with small pages, and how often it was asked. */
function search(times: readonly number[]) {
  const asked: { fromMs: number; toMs: number }[] = []
  const find: FindEvents = (span) => {
    asked.push(span)
    const found = times.filter((atMs) => atMs >= span.fromMs && atMs <= span.toMs).toSorted((one, other) => other - one)
    return Promise.resolve({ times: found.slice(0, PAGE), isMore: found.length > PAGE })
  }
  return { find, asked }
}

test('the event beside any moment is found, on and back, however many there are, and nothing beyond the bounds', async () => {
  const moments = fc.array(fc.integer({ min: 0, max: 60_000 }), { maxLength: 400 })
  await fc.assert(
    fc.asyncProperty(moments, fc.double({ min: bounds.fromMs - 10_000, max: bounds.toMs + 10_000, noNaN: true }), async (times, atMs) => {
      const within = times.filter((one) => one >= bounds.fromMs && one <= bounds.toMs)
      const { find, asked } = search(times)
      expect(await eventBeyond(find, atMs, 1, bounds)).toBe(least(within.filter((one) => one > atMs)))
      expect(asked.length).toBeLessThan(20)
      expect(await eventBeyond(find, atMs, -1, bounds)).toBe(within.filter((one) => one < atMs).toSorted((one, other) => other - one)[0])
      expect(asked.every(({ fromMs, toMs }) => fromMs <= toMs && fromMs >= bounds.fromMs && toMs <= bounds.toMs)).toBe(true)
    }),
  )
})

test('of a hundred at one moment, behind one that is alone, that one is found', async () => {
  const { find } = search([2_000, ...Array.from({ length: 100 }, () => 40_000)])
  expect(await eventBeyond(find, 1_500, 1, bounds)).toBe(2_000)
  expect(await eventBeyond(find, 2_000, 1, bounds)).toBe(40_000)
  expect(await eventBeyond(find, 40_000, 1, bounds)).toBeUndefined()
})

function least(times: readonly number[]): number | undefined {
  return times.toSorted((one, other) => one - other)[0]
}
