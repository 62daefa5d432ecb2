import { describe, expect, test } from 'vitest'
import type { licenseInstQuery } from '#contract/calls/licence/license-inst-query.ts'
import type { LicenceInfo } from '#contract/calls/licence/licence-info.ts'
import type { OutputOf } from '#contract/define-call.ts'
import { licenceStatuses } from '#contract/states/licence.ts'
import { DAY_MS } from '#shared/time/day.ts'
import { whatThen } from '#src/lib/what-then.ts'
import { licenceTrouble } from '#src/features/health/licence-trouble.ts'
import { firstCloudEnd } from '#src/features/licence/overview/first-cloud-end.ts'
import { nextStep } from '#src/features/licence/next-step.ts'
import { licenceReason } from '#src/lib/licence-reason.ts'

type State = OutputOf<typeof licenseInstQuery>
const { using, expired, terminated, notEffective, toBeUsed } = licenceStatuses
const END_MS = Date.UTC(2026, 10, 20)

const free: LicenceInfo = {
  chlNum: 0,
  duration: 0,
  durationUnit: null,
  durationType: null,
  startTime: null,
  endTime: null,
  freeChlNum: 0,
  newFreeChlNum: 0,
  minChlNum: 1,
  maxChlNum: 10,
  licenseType: 'free',
  status: using,
  buttonList: [],
  ifShowFreeTag: true,
  remainDays: 0,
}
const licence = (changes: Partial<LicenceInfo>): LicenceInfo => ({ ...free, licenseType: 'paid', endTime: END_MS, ...changes })
const state = (changes: Partial<State>, freeChlNum = 0): State => ({
  valid: false,
  currentInfo: free,
  renewInfo: null,
  expireInfo: null,
  coverage: { cameras: 1, covered: freeChlNum, freeChlNum, licensedChlNum: 0 },
  ...changes,
})

describe('the licence guard', () => {
  test('names the reason, and stops nobody who has a licence or free channels', () => {
    expect(licenceReason(state({}))).toBe('never-bought')
    expect(licenceReason(state({ expireInfo: licence({ status: expired, licenseType: 'trial' }) }))).toBe('trial-ended')
    expect(licenceReason(state({ expireInfo: licence({ status: expired }) }))).toBe('licence-ended')
    expect(licenceReason(state({ currentInfo: licence({ status: notEffective, endTime: null }) }))).toBe('disputed')
    expect(licenceReason(state({ valid: true, currentInfo: licence({}) }))).toBeUndefined()
    expect(licenceReason(state({ expireInfo: licence({ status: expired }) }, 1))).toBeUndefined()
  })
})

describe('what happens then', () => {
  const eventsUntilMs = END_MS + 15 * DAY_MS
  test('events go on for 15 days after the end, then none; nothing ends where another licence follows, or where all is free', () => {
    const inUse = state({ valid: true, currentInfo: licence({}) })
    expect(whatThen(inUse, 0)).toEqual({ kind: 'ends', endMs: END_MS, eventsUntilMs })
    expect(whatThen({ ...inUse, renewInfo: licence({ status: toBeUsed, endTime: null }) }, 0)).toEqual({ kind: 'goes-on', endMs: END_MS })
    const ended = state({ expireInfo: licence({ status: expired }) })
    expect(whatThen(ended, eventsUntilMs - 1)).toEqual({ kind: 'ended', endMs: END_MS, eventsUntilMs })
    expect(whatThen(ended, eventsUntilMs)).toEqual({ kind: 'events-ended', endMs: END_MS, eventsUntilMs })
    expect(whatThen(state({ currentInfo: licence({ status: notEffective, endTime: null }) }), 0)).toEqual({ kind: 'disputed' })
    expect(whatThen(state({}), 0)).toEqual({ kind: 'free' })
  })
  test('system health is not in order, and the licence page has something to do, once a licence is disputed, terminated or expired', () => {
    const doneFor = (licenceState: State, nowMs: number) => nextStep(licenceState, nowMs).message === 'Nothing needs to be done now.'
    const disputed = state({ currentInfo: licence({ status: notEffective, endTime: null }) }, 4)
    expect(licenceTrouble(disputed, 0)).toEqual({ kind: 'disputed' })
    expect(doneFor(disputed, 0)).toBe(false)
    const ended = { kind: 'ended', endMs: END_MS, eventsUntilMs }
    for (const [status, isEarly] of [[expired, false] as const, [terminated, true] as const]) {
      const over = state({ expireInfo: licence({ status }) }, 4)
      expect(licenceTrouble(over, eventsUntilMs - 1)).toEqual({ ...ended, isEarly, isOver: false })
      expect(licenceTrouble(over, eventsUntilMs)).toEqual({ ...ended, isEarly, isOver: true })
      expect([doneFor(over, eventsUntilMs - 1), doneFor(over, eventsUntilMs)]).toEqual([false, false])
    }
    for (const calm of [state({}, 4), state({ valid: true, currentInfo: licence({}) }, 4)]) {
      expect(licenceTrouble(calm, 0)).toBeUndefined()
      expect(doneFor(calm, 0)).toBe(true)
    }
  })
  test('cloud storage whose renewal was refused is not said to renew itself', () => {
    const nextEnd = { atMs: END_MS, cameras: 2, renewing: 2 }
    const renewal = { orderId: 'renewal', cameras: 2, amountCents: 598, payFault: null, nextTryMs: null, endsAtMs: END_MS }
    expect(firstCloudEnd({ nextEnd, renewals: [renewal] })).toEqual({ ...nextEnd, renewing: 0 })
    expect(firstCloudEnd({ nextEnd, renewals: [{ ...renewal, endsAtMs: END_MS + DAY_MS }] })).toEqual(nextEnd)
    expect(firstCloudEnd({ nextEnd: null, renewals: [] })).toBeNull()
  })
})
