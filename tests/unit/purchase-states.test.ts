import { describe, expect, test } from 'vitest'
import { durationTypes } from '#contract/licence-terms.ts'
import { EXPIRING_DAYS, licenceStatuses, licenceTransitions, type LicenceStatus } from '#contract/states/licence.ts'
import { orderStatuses, orderTransitions } from '#contract/states/order.ts'
import { paymentState, paymentTransitions } from '#contract/states/payment.ts'
import { mayBecome, wayTo } from '#contract/states/state-machine.ts'
import { advance, type Licence } from '#server/sales/licence/time-line.ts'
import { endOfTerm } from '#server/sales/licence/term-time.ts'
import { DAY_MS } from '#shared/time/day.ts'
import { SeededRandom } from '#tests/support/seeded-random.ts'

const { toBeUsed, using, expiring, expired, terminated, notEffective, toBeUsedAgain } = licenceStatuses
const { days30 } = durationTypes
const base: Licence = {
  id: 'a',
  organization_id: 'o',
  order_id: 'order',
  license_type: 'paid',
  chl_num: 1,
  free_chl_num: 4,
  duration_type: days30,
  status: toBeUsed,
  starts_at_ms: null,
  ends_at_ms: null,
  remaining_ms: null,
  due_at_ms: null,
  created_at_ms: 0,
}
const running: Licence = { ...base, status: using, starts_at_ms: 0, ends_at_ms: 30 * DAY_MS, due_at_ms: (30 - EXPIRING_DAYS) * DAY_MS }

describe('the state machines', () => {
  test('have the numbers of the specification', () => {
    expect(Object.values(licenceStatuses)).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(Object.values(orderStatuses)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })

  test('never bring back what has ended', () => {
    for (const to of Object.values(licenceStatuses)) {
      expect(mayBecome(licenceTransitions, terminated, to)).toBe(false)
      expect(mayBecome(licenceTransitions, expired, to)).toBe(false)
    }
    for (const to of Object.values(orderStatuses)) expect(mayBecome(orderTransitions, orderStatuses.returned, to)).toBe(false)
    for (const to of paymentState.options) expect(mayBecome(paymentTransitions, 'refunded', to)).toBe(false)
  })

  test('let an order reach every state but a trial’s from its beginning', () => {
    const reached = Object.values(orderStatuses).filter((to) => wayTo(orderTransitions, orderStatuses.toBePaid, to).length > 0)
    expect(reached).toEqual([2, 3, 4, 5, 6, 7])
  })

  test('find the way of a payment whose messages were lost, and none against the tables', () => {
    expect(wayTo(paymentTransitions, 'open', 'lost')).toEqual(['succeeded', 'disputed', 'lost'])
    expect(wayTo(paymentTransitions, 'closed', 'refunded')).toEqual(['succeeded', 'refunded'])
    expect(wayTo(paymentTransitions, 'disputed', 'succeeded')).toEqual(['succeeded'])
    expect(wayTo(paymentTransitions, 'succeeded', 'succeeded')).toEqual([])
    expect(wayTo(paymentTransitions, 'refunded', 'succeeded')).toEqual([])
    expect(wayTo(paymentTransitions, 'succeeded', 'open')).toEqual([])
  })
})

describe('licences as the clock has them', () => {
  test('are expiring from the seventh day before their end, and expired from that end on', () => {
    const statusAt = (nowMs: number) => advance([running], nowMs)[0]?.status ?? using
    expect(statusAt(23 * DAY_MS - 1)).toBe(using)
    expect(statusAt(23 * DAY_MS)).toBe(expiring)
    expect(statusAt(30 * DAY_MS - 1)).toBe(expiring)
    expect(statusAt(30 * DAY_MS)).toBe(expired)
  })

  test('follow each other without a gap, however long nobody looked', () => {
    const next: Licence = { ...base, id: 'b', created_at_ms: 5 * DAY_MS }
    const [first, second] = advance([running, next], 61 * DAY_MS).toSorted((a, b) => (a.id < b.id ? -1 : 1))
    expect(first).toMatchObject({ id: 'a', status: expired })
    expect(second).toMatchObject({ id: 'b', status: expired, starts_at_ms: 30 * DAY_MS, ends_at_ms: 60 * DAY_MS })
  })

  test('begin when they were paid for, if the one before had ended by then', () => {
    const late: Licence = { ...base, id: 'b', created_at_ms: 40 * DAY_MS }
    const second = advance([running, late], 41 * DAY_MS).find(({ id }) => id === 'b')
    expect(second).toMatchObject({ status: using, starts_at_ms: 40 * DAY_MS })
  })

  test('go on with what was left of them, before others begin', () => {
    const rest: Licence = { ...base, id: 'b', status: toBeUsedAgain, remaining_ms: 3 * DAY_MS, created_at_ms: 9 }
    const next: Licence = { ...base, id: 'c', created_at_ms: 1 }
    const now = advance([running, rest, next], 31 * DAY_MS)
    expect(now.find(({ id }) => id === 'b')).toMatchObject({ status: expiring, starts_at_ms: 30 * DAY_MS, ends_at_ms: 33 * DAY_MS })
    expect(now.find(({ id }) => id === 'c')).toBeUndefined()
  })

  test('change by legal steps only, the same whether looked at often or once, and are never two at a time', () => {
    const random = new SeededRandom(5)
    for (let run = 0; run < 500; run += 1) {
      const start = randomLicences(random)
      const endMs = random.below(100) * DAY_MS
      const often = Array.from({ length: 12 }, () => random.below(endMs / 1_000 + 1) * 1_000).toSorted((a, b) => a - b)
      let state = settle(start, 0)
      for (const nowMs of [...often, endMs]) {
        const next = settle(state, nowMs)
        for (const licence of next) {
          const before = state.find(({ id }) => id === licence.id)?.status ?? licence.status
          if (before !== licence.status) expect(wayTo<LicenceStatus>(licenceTransitions, before, licence.status).length).toBeGreaterThan(0)
        }
        expect(next.filter(({ status }) => status === using || status === expiring).length).toBeLessThanOrEqual(1)
        expect(advance(next, nowMs)).toEqual([])
        state = next
      }
      expect(state).toEqual(settle(settle(start, 0), endMs))
    }
  })
})

/** All licences after the clock has changed some. */
function settle(licences: readonly Licence[], nowMs: number): Licence[] {
  const changed = advance(licences, nowMs)
  return licences.map((licence) => changed.find(({ id }) => id === licence.id) ?? licence)
}

function randomLicences(random: SeededRandom): Licence[] {
  const waiting = Array.from({ length: random.below(4) }, (_, index): Licence => {
    const isRest = random.below(2) === 0
    return {
      ...base,
      id: `w${index}`,
      status: isRest ? toBeUsedAgain : toBeUsed,
      remaining_ms: isRest ? (1 + random.below(20)) * DAY_MS : null,
    }
  })
  const suspended: Licence = { ...base, id: 's', status: notEffective, remaining_ms: DAY_MS }
  const current: Licence = { ...running, ends_at_ms: endOfTerm(0, days30) }
  return [...waiting, ...(random.below(2) === 0 ? [current] : []), ...(random.below(3) === 0 ? [suspended] : [])]
}
