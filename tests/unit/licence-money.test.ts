import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { durationTypes, licenceTerms } from '#contract/licence-terms.ts'
import { priceCents, type PriceCell } from '#server/sales/licence/price-matrix.ts'
import { proRataCents } from '#server/sales/licence/pro-rata.ts'
import { quotePurchase } from '#server/sales/licence/quote-purchase.ts'
import { daysOfTerm, endOfTerm } from '#server/sales/licence/term-time.ts'
import { DAY_MS } from '#shared/time/day.ts'
import { deep } from '#tests/support/depth.ts'

const terms = Object.values(durationTypes)
const term = fc.constantFrom(...terms)
const channels = fc.integer({ min: 1, max: 1_000 })
const runs = { numRuns: deep(20_000, 1_000) }

/** Any matrix with up to five steps, where a longer term never costs less; cameras may be free. */
const matrix: fc.Arbitrary<PriceCell[]> = fc
  .record({
    steps: fc.uniqueArray(fc.integer({ min: 2, max: 500 }), { maxLength: 4 }),
    cents: fc.array(fc.array(fc.integer({ min: 0, max: 3_000 }), { minLength: 5, maxLength: 5 }), { minLength: 5, maxLength: 5 }),
  })
  .map(({ steps, cents }) =>
    [1, ...steps].flatMap((fromChl, step) => {
      let unitCents = 0
      return terms.map((durationType, index) => {
        unitCents += cents[step]?.[index] ?? 0
        return { fromChl, durationType, unitCents }
      })
    }),
  )

/** A licence that began at 0, on the `day`-th of its term. */
const inUse = fc
  .record({ chlNum: channels, durationType: term, share: fc.double({ min: 0, max: 0.999, noNaN: true }) })
  .map(({ chlNum, durationType, share }) => {
    const termDays = daysOfTerm(durationType)
    const nowMs = Math.floor(share * termDays * DAY_MS)
    return { nowMs, inUse: { chlNum, durationType, endsAtMs: termDays * DAY_MS } }
  })

function sum(lines: readonly { amountCents: number }[]): number {
  return lines.reduce((all, line) => all + line.amountCents, 0)
}

test('a pro rata part and the rest of it make the whole, to the cent, however large', () => {
  const wish = fc.record({ cents: fc.integer({ min: 0, max: 2 ** 41 }), termDays: fc.integer({ min: 1, max: 731 }), share: fc.nat(731) })
  fc.assert(
    fc.property(wish, ({ cents, termDays, share }) => {
      const days = Math.min(share, termDays)
      const part = proRataCents(cents, days, termDays)
      const rest = (BigInt(cents) * BigInt(termDays - days)) / BigInt(termDays)
      expect(BigInt(part) + rest).toBe(BigInt(cents))
      expect(Number.isSafeInteger(part)).toBe(true)
    }),
    runs,
  )
})

test('what costs more than nothing costs 0.01 at least, and never more than the whole', () => {
  expect(proRataCents(1, 1, 730)).toBe(1)
  expect(proRataCents(0, 700, 730)).toBe(0)
  expect(proRataCents(999, 40, 30)).toBe(999)
  expect(proRataCents(1_000_000_000, 730, 730)).toBe(1_000_000_000)
  // 101 cameras to the cent each for two years, on the last day: the one that is added to 100 costs less than a cent.
  const cells = [{ fromChl: 1, durationType: durationTypes.years2, unitCents: 1 }]
  const last = { chlNum: 100, durationType: durationTypes.years2, endsAtMs: DAY_MS }
  expect(quotePurchase({ kind: 'upgrade', chlNum: 101 }, { cells, inUse: last, nowMs: 0 }).amountCents).toBe(1)
})

test('a price rises with the cameras and with the term, by any matrix', () => {
  fc.assert(
    fc.property(matrix, channels, channels, term, (cells, one, other, durationType) => {
      const [fewer, more] = [Math.min(one, other), Math.max(one, other)]
      expect(priceCents(cells, more, durationType)).toBeGreaterThanOrEqual(priceCents(cells, fewer, durationType))
      const byTerm = terms.map((each) => priceCents(cells, more, each))
      expect(byTerm).toEqual(byTerm.toSorted((a, b) => a - b))
    }),
    runs,
  )
})

test('a price is what its cameras cost one by one, whatever step of the matrix each is on', () => {
  fc.assert(
    fc.property(matrix, fc.integer({ min: 1, max: 60 }), term, (cells, chlNum, durationType) => {
      const oneByOne = Array.from({ length: chlNum }, (_, index) => {
        const steps = cells.filter((cell) => cell.durationType === durationType && cell.fromChl <= index + 1)
        return steps.toSorted((a, b) => b.fromChl - a.fromChl)[0]?.unitCents ?? 0
      })
      expect(priceCents(cells, chlNum, durationType)).toBe(oneByOne.reduce((all, cents) => all + cents, 0))
    }),
    runs,
  )
})

test('the lines of every quote are whole cents and sum to the amount; a line has what was bought, and nothing that was not', () => {
  fc.assert(
    fc.property(matrix, inUse, fc.constantFrom('buy', 'renew', 'upgrade'), channels, term, (cells, before, kind, more, durationType) => {
      const chlNum = kind === 'upgrade' ? before.inUse.chlNum + more : more
      const ground = { cells, nowMs: before.nowMs, inUse: kind === 'buy' ? undefined : before.inUse }
      const wish = kind === 'upgrade' ? ({ kind, chlNum } as const) : ({ kind, chlNum, durationType } as const)
      const { lines, amountCents, payFault } = quotePurchase(wish, ground)
      expect(sum(lines)).toBe(amountCents)
      for (const line of lines) {
        expect(Number.isSafeInteger(line.amountCents)).toBe(true)
        expect(line.amountCents).toBeGreaterThanOrEqual(line.listCents > 0 ? 1 : 0)
        expect(line.amountCents).toBeLessThanOrEqual(line.listCents)
      }
      const isMore = chlNum > before.inUse.chlNum
      const items = [...(kind === 'upgrade' ? [] : ['term']), ...(kind !== 'buy' && isMore ? ['added-cameras'] : [])]
      expect(lines.map(({ item }) => item)).toEqual(items)
      expect(lines.find(({ item }) => item === 'added-cameras')?.chlNum ?? chlNum - before.inUse.chlNum).toBe(chlNum - before.inUse.chlNum)
      expect(payFault).toBe(amountCents < 50 ? 23036 : amountCents > 1_000_000_000 ? 23019 : null)
    }),
    runs,
  )
})

test('an upgrade costs the same to the cent over any split into steps, and a whole term left the whole difference', () => {
  const steps = fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(matrix, inUse, steps, (cells, { nowMs, inUse: bought }, added) => {
      const priceOf = (from: number, to: number, atMs = nowMs) =>
        quotePurchase({ kind: 'upgrade', chlNum: to }, { cells, inUse: { ...bought, chlNum: from }, nowMs: atMs }).amountCents
      const counts = added.reduce((all, more) => [...all, (all.at(-1) ?? 0) + more], [bought.chlNum])
      const to = counts.at(-1) ?? 0
      const parts = counts.slice(1).map((count, index) => priceOf(counts[index] ?? 0, count))
      const inSteps = parts.reduce((all, part) => all + part, 0)
      const atOnce = priceOf(bought.chlNum, to)
      // A part of a cent is billed as one, and cannot be ordered by itself: 0.5 USD is the least.
      if (parts.every((part) => part !== 1)) expect(inSteps).toBe(atOnce)
      else expect(inSteps).toBeGreaterThanOrEqual(atOnce)
      expect(priceOf(bought.chlNum, to, 0)).toBe(
        priceCents(cells, to, bought.durationType) - priceCents(cells, bought.chlNum, bought.durationType),
      )
    }),
    runs,
  )
})

test('a renewal with more cameras costs what renewal and upgrade cost by themselves', () => {
  fc.assert(
    fc.property(matrix, inUse, channels, term, (cells, { nowMs, inUse: bought }, more, durationType) => {
      const chlNum = bought.chlNum + more
      const ground = { cells, nowMs, inUse: bought }
      const both = quotePurchase({ kind: 'renew', chlNum, durationType }, ground).amountCents
      const upgrade = quotePurchase({ kind: 'upgrade', chlNum }, ground).amountCents
      const renewal = quotePurchase({ kind: 'renew', chlNum, durationType }, { ...ground, inUse: { ...bought, chlNum } }).amountCents
      expect(both).toBe(renewal + upgrade)
    }),
    runs,
  )
})

test('a quote says what cannot be paid: below 0.5 USD and above 10 million', () => {
  const cells = terms.map((durationType) => ({ fromChl: 1, durationType, unitCents: 49 }))
  const faultFor = (chlNum: number, unitCents = 49) =>
    quotePurchase(
      { kind: 'buy', chlNum, durationType: durationTypes.days30 },
      { cells: cells.map((cell) => ({ ...cell, unitCents })), inUse: undefined, nowMs: 0 },
    ).payFault
  expect(faultFor(1)).toBe(23036)
  expect(faultFor(1, 50)).toBeNull()
  expect(faultFor(1_000_000, 1_000)).toBeNull()
  expect(faultFor(1_000_000, 1_001)).toBe(23019)
})

test('a term ends on the day that a person expects', () => {
  const at = (text: string) => Date.parse(text)
  expect(new Date(endOfTerm(at('2026-11-21T10:00:00Z'), durationTypes.days30)).toISOString()).toBe('2026-12-21T10:00:00.000Z')
  expect(new Date(endOfTerm(at('2026-11-21T10:00:00Z'), durationTypes.year1)).toISOString()).toBe('2027-11-21T10:00:00.000Z')
  expect(new Date(endOfTerm(at('2028-02-29T10:00:00Z'), durationTypes.year1)).toISOString()).toBe('2029-02-28T10:00:00.000Z')
  expect(new Date(endOfTerm(at('2028-02-29T10:00:00Z'), durationTypes.years2)).toISOString()).toBe('2030-02-28T10:00:00.000Z')
  for (const each of terms) expect(endOfTerm(0, each) - daysOfTerm(each) * DAY_MS).toBeLessThanOrEqual(DAY_MS)
  expect(Object.keys(licenceTerms)).toHaveLength(5)
})
