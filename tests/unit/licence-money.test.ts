import { expect, test } from 'vitest'
import { durationTypes, licenceTerms, type DurationType } from '#contract/licence-terms.ts'
import { priceCents, type PriceCell } from '#server/sales/licence/price-matrix.ts'
import { proRataCents } from '#server/sales/licence/pro-rata.ts'
import { quotePurchase } from '#server/sales/licence/quote-purchase.ts'
import { daysOfTerm, endOfTerm } from '#server/sales/licence/term-time.ts'
import { DAY_MS } from '#shared/time/day.ts'
import { SeededRandom } from '#tests/support/seeded-random.ts'

const RUNS = 2_000
const terms = Object.values(durationTypes)

/** A random matrix with up to five steps, where a longer term never costs less. */
function randomMatrix(random: SeededRandom): PriceCell[] {
  const steps = [1, ...Array.from({ length: random.below(5) }, () => 2 + random.below(500))]
  return [...new Set(steps)].flatMap((fromChl) => {
    let unitCents = random.below(500)
    return terms.map((durationType) => {
      unitCents += random.below(3_000)
      return { fromChl, durationType, unitCents }
    })
  })
}

function pick<Item>(random: SeededRandom, items: readonly Item[]): Item {
  const item = items[random.below(items.length)]
  if (item === undefined) throw new Error('Nothing to pick from')
  return item
}

/** A quote on `day` of a licence that began at 0. */
function upgradeCents(cells: PriceCell[], purchase: { from: number; to: number; term: DurationType; day: number }): number {
  const { from, to, term, day } = purchase
  const inUse = { chlNum: from, durationType: term, endsAtMs: daysOfTerm(term) * DAY_MS }
  return quotePurchase({ kind: 'upgrade', chlNum: to }, { cells, inUse, nowMs: day * DAY_MS }).amountCents
}

test('a pro rata part and the rest of it make the whole, to the cent, however large', () => {
  const random = new SeededRandom(1)
  for (let run = 0; run < RUNS; run += 1) {
    const [cents, termDays] = [random.below(2 ** 31) * (1 + random.below(1_000)), 1 + random.below(731)]
    const days = random.below(termDays + 1)
    const part = proRataCents(cents, days, termDays)
    const rest = (BigInt(cents) * BigInt(termDays - days)) / BigInt(termDays)
    expect(BigInt(part) + rest).toBe(BigInt(cents))
    expect(Number.isSafeInteger(part)).toBe(true)
  }
})

test('what costs more than nothing costs 0.01 at least, and never more than the whole', () => {
  expect(proRataCents(1, 1, 730)).toBe(1)
  expect(proRataCents(0, 700, 730)).toBe(0)
  expect(proRataCents(999, 40, 30)).toBe(999)
  expect(proRataCents(1_000_000_000, 730, 730)).toBe(1_000_000_000)
})

test('a price rises with the cameras and with the term, by any matrix', () => {
  const random = new SeededRandom(2)
  for (let run = 0; run < RUNS; run += 1) {
    const cells = randomMatrix(random)
    const [fewer, more] = [1 + random.below(1_000), 1 + random.below(1_000)].toSorted((a, b) => a - b)
    if (fewer === undefined || more === undefined) throw new Error('two numbers')
    const term = pick(random, terms)
    expect(priceCents(cells, more, term)).toBeGreaterThanOrEqual(priceCents(cells, fewer, term))
    const byTerm = terms.map((one) => priceCents(cells, more, one))
    expect(byTerm).toEqual(byTerm.toSorted((a, b) => a - b))
  }
})

test('the lines of a quote add up to its amount, and a whole term left costs the whole difference', () => {
  const random = new SeededRandom(3)
  for (let run = 0; run < RUNS; run += 1) {
    const cells = randomMatrix(random)
    const [durationType, inUseTerm] = [pick(random, terms), pick(random, terms)]
    const [inUseChl, chlNum, day] = [1 + random.below(300), 1 + random.below(300), random.below(daysOfTerm(inUseTerm))]
    const inUse = { chlNum: inUseChl, durationType: inUseTerm, endsAtMs: daysOfTerm(inUseTerm) * DAY_MS }
    const renewal = quotePurchase({ kind: 'renew', chlNum, durationType }, { cells, inUse, nowMs: day * DAY_MS })
    expect(renewal.lines.reduce((sum, line) => sum + line.amountCents, 0)).toBe(renewal.amountCents)
    expect(renewal.lines.some((line) => line.item === 'added-cameras')).toBe(chlNum > inUseChl)
    const full = upgradeCents(cells, { from: inUseChl, to: inUseChl + chlNum, term: inUseTerm, day: 0 })
    expect(full).toBe(priceCents(cells, inUseChl + chlNum, inUseTerm) - priceCents(cells, inUseChl, inUseTerm))
  }
})

test('nobody saves by upgrading in two steps, and nobody loses more than the cent that each step rounds up', () => {
  const random = new SeededRandom(4)
  for (let run = 0; run < RUNS; run += 1) {
    const cells = randomMatrix(random)
    const term = pick(random, terms)
    const day = random.below(daysOfTerm(term))
    const [from, between, to] = [1, 2 + random.below(100), 103 + random.below(100)]
    const atOnce = upgradeCents(cells, { from, to, term, day })
    const inSteps = upgradeCents(cells, { from, to: between, term, day }) + upgradeCents(cells, { from: between, to, term, day })
    expect(inSteps - atOnce).toBeGreaterThanOrEqual(0)
    expect(inSteps - atOnce).toBeLessThanOrEqual(1)
  }
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
  for (const term of terms) expect(endOfTerm(0, term) - daysOfTerm(term) * DAY_MS).toBeLessThanOrEqual(DAY_MS)
  expect(Object.keys(licenceTerms)).toHaveLength(5)
})
