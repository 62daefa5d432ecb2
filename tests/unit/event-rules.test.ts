import { describe, expect, test } from 'vitest'
import { isVehicleRule, type EventCondition, type RuleTrigger } from '#contract/calls/event/alarm-rule.ts'
import { always, weeklySchedule } from '#contract/weekly-schedule.ts'
import { covers, decidedBy, meets, type Seen } from '#server/events/evaluate.ts'
import { isWithinSchedule } from '#server/events/schedule.ts'
import { weekTimeAt } from '#shared/time/zone.ts'

const seen = (changes: Partial<Seen> = {}): Seen => ({ kind: 'person', attributes: {}, plate: null, plateGroupId: undefined, ...changes })
/** Saturday 21 November 2026, 08:00 in Amsterdam. */
const saturdayMs = Date.UTC(2026, 10, 21, 7)
const minutes = (count: number) => count * 60_000
const span = (day: number, from: string, to: string) => ({ day, fromMinute: minuteOf(from), toMinute: minuteOf(to) })

function minuteOf(clock: string): number {
  const [hours, rest] = clock.split(':').map(Number)
  return (hours ?? 0) * 60 + (rest ?? 0)
}

describe('a weekly schedule', () => {
  const morning = [span(6, '08:00', '12:00')]

  test('begins with its first minute and is over with its last', () => {
    const at = (atMs: number) => isWithinSchedule(morning, atMs, 'Europe/Amsterdam')
    expect(at(saturdayMs - 1)).toBe(false)
    expect(at(saturdayMs)).toBe(true)
    expect(at(saturdayMs + minutes(240) - 1)).toBe(true)
    expect(at(saturdayMs + minutes(240))).toBe(false)
    expect(at(saturdayMs + minutes(24 * 60))).toBe(false)
    expect(at(saturdayMs + minutes(7 * 24 * 60))).toBe(true)
  })

  test('goes by the clocks of the site', () => {
    expect(isWithinSchedule(morning, saturdayMs, 'Asia/Shanghai')).toBe(false)
    expect(isWithinSchedule([span(6, '15:00', '15:01')], saturdayMs, 'Asia/Shanghai')).toBe(true)
    expect(weekTimeAt(Date.UTC(2026, 10, 21, 12), 'Pacific/Auckland')).toEqual({ day: 0, minute: 60 })
    expect(weekTimeAt(Date.UTC(2026, 10, 21, 7, 15), 'Asia/Kathmandu')).toEqual({ day: 6, minute: 13 * 60 })
    expect(() => isWithinSchedule(morning, saturdayMs, 'Nowhere/Land')).toThrow('Invalid timezone string')
  })

  test('holds midnight: a whole day is all of it, a night is two spans', () => {
    const midnightMs = saturdayMs - minutes(8 * 60)
    expect(weekTimeAt(midnightMs, 'Europe/Amsterdam')).toEqual({ day: 6, minute: 0 })
    const saturday = [span(6, '00:00', '24:00')]
    const night = [span(5, '22:00', '24:00'), span(6, '00:00', '06:00')]
    for (const [offset, isDay, isNight] of [
      [-1, false, true],
      [0, true, true],
      [minutes(6 * 60), true, false],
      [minutes(24 * 60) - 1, true, false],
      [minutes(24 * 60), false, false],
    ] as const) {
      expect(isWithinSchedule(saturday, midnightMs + offset, 'Europe/Amsterdam')).toBe(isDay)
      expect(isWithinSchedule(night, midnightMs + offset, 'Europe/Amsterdam')).toBe(isNight)
    }
  })

  test('never comes in the hour that the clocks skip in spring', () => {
    // Sunday 29 March 2026: 01:59:59 is followed by 03:00 in Amsterdam.
    const skipMs = Date.UTC(2026, 2, 29, 1)
    const skipped = [span(0, '02:00', '03:00')]
    for (let atMs = skipMs - minutes(60); atMs <= skipMs + minutes(60); atMs += minutes(1)) {
      expect(isWithinSchedule(skipped, atMs, 'Europe/Amsterdam')).toBe(false)
    }
    expect(isWithinSchedule([span(0, '01:00', '02:00')], skipMs - 1, 'Europe/Amsterdam')).toBe(true)
    expect(isWithinSchedule([span(0, '03:00', '04:00')], skipMs, 'Europe/Amsterdam')).toBe(true)
  })

  test('comes twice in the hour that the clocks show twice in autumn', () => {
    // Sunday 25 October 2026: 02:00 to 03:00 in summer time, then again.
    const firstMs = Date.UTC(2026, 9, 25, 0)
    const twice = [span(0, '02:00', '03:00')]
    const within = Array.from({ length: 240 }, (_, minute) => firstMs - minutes(60) + minutes(minute)).filter((atMs) =>
      isWithinSchedule(twice, atMs, 'Europe/Amsterdam'),
    )
    expect(within).toHaveLength(120)
    expect([within.at(0), within.at(-1)]).toEqual([firstMs, firstMs + minutes(119)])
  })

  test('of every minute of every day is always', () => {
    for (const atMs of [saturdayMs, Date.UTC(2026, 2, 29, 1), Date.UTC(2026, 9, 25, 1), 0]) {
      expect(isWithinSchedule(always, atMs, 'America/New_York')).toBe(true)
    }
  })

  test.each([
    [[], false],
    [[span(0, '00:00', '24:00')], true],
    [[span(0, '10:00', '10:00')], false],
    [[span(0, '10:00', '09:00')], false],
    [[{ day: 7, fromMinute: 0, toMinute: 1 }], false],
    [[{ day: 0, fromMinute: 0, toMinute: 1441 }], false],
    [[{ day: 0, fromMinute: -1, toMinute: 1 }], false],
  ])('is accepted or refused: %j', (schedule, isGood) => {
    expect(weeklySchedule.safeParse(schedule).success).toBe(isGood)
  })
})

describe('what a rule looks at', () => {
  test('are the places of its scope; a whole device is where one of its channels is', () => {
    const place = { siteId: 's1', sn: 'A', chlIndex: 1 }
    expect(covers({ siteIds: ['s1'], channels: [] }, place)).toBe(true)
    expect(covers({ siteIds: ['s2'], channels: [{ sn: 'A', chlIndex: 1 }] }, place)).toBe(true)
    expect(covers({ siteIds: ['s2'], channels: [{ sn: 'A', chlIndex: 0 }] }, place)).toBe(false)
    expect(covers({ siteIds: [], channels: [{ sn: 'A', chlIndex: 0 }] }, { ...place, chlIndex: null })).toBe(true)
    expect(covers({ siteIds: [], channels: [{ sn: 'B', chlIndex: 0 }] }, { ...place, chlIndex: null })).toBe(false)
  })

  test('are attributes, of which unknown ones never match', () => {
    const condition: EventCondition = { eventKind: 'person', attributes: { age: ['adult'], hat: ['yes', 0] } }
    expect(meets(condition, seen({ attributes: { age: 'midlife', hat: 'yes' } }))).toBe(true)
    expect(meets(condition, seen({ attributes: { age: 'juvenile', hat: 'yes' } }))).toBe(false)
    expect(meets(condition, seen({ attributes: { age: 'midlife' } }))).toBe(false)
    expect(meets(condition, seen({ kind: 'face', attributes: { age: 'midlife', hat: 'yes' } }))).toBe(false)
    expect(meets({ eventKind: 'person', attributes: { hat: [0] } }, seen())).toBe(true)
  })

  test('are plates in a group, or in none; without a plate neither holds', () => {
    const asked = (isListed: boolean): EventCondition => ({ eventKind: 'plate', plateGroups: { groupIds: ['staff'], isListed } })
    const plate = (plateGroupId?: string) => seen({ kind: 'plate', plate: 'A 1', plateGroupId })
    expect([meets(asked(true), plate('staff')), meets(asked(false), plate('staff'))]).toEqual([true, false])
    expect([meets(asked(true), plate('other')), meets(asked(false), plate('other'))]).toEqual([false, true])
    expect([meets(asked(true), plate()), meets(asked(false), plate())]).toEqual([false, true])
    expect([meets(asked(true), seen({ kind: 'plate' })), meets(asked(false), seen({ kind: 'plate' }))]).toEqual([false, false])
  })
})

describe('a combination', () => {
  const person: EventCondition = { eventKind: 'person' }
  const trigger: RuleTrigger = { kind: 'combination', conditions: [person, { eventKind: 'vehicle' }], withinS: 30 }

  test('goes off with the event that completes it, whichever comes last', () => {
    const [walker, van] = [seen(), seen({ kind: 'vehicle' })]
    expect(decidedBy(trigger, walker)).toBeUndefined()
    expect(decidedBy(trigger, van, [walker])).toEqual([van, walker])
    expect(decidedBy(trigger, walker, [van])).toEqual([walker, van])
    expect(decidedBy(trigger, seen({ kind: 'motion' }), [walker, van])).toBeUndefined()
  })

  test('needs an event of its own for each condition', () => {
    const two: RuleTrigger = { kind: 'combination', conditions: [person, person], withinS: 30 }
    const first = seen({ attributes: { gender: 'male' } })
    const second = seen()
    expect(decidedBy(two, first)).toBeUndefined()
    expect(decidedBy(two, second, [first])).toEqual([second, first])
  })

  test('finds the one way in which its conditions fit', () => {
    const woman: EventCondition = { eventKind: 'person', attributes: { gender: ['female'] } }
    const three: RuleTrigger = { kind: 'combination', conditions: [person, woman, { eventKind: 'vehicle' }], withinS: 30 }
    const her = seen({ attributes: { gender: 'female' } })
    const him = seen({ attributes: { gender: 'male' } })
    const van = seen({ kind: 'vehicle' })
    expect(decidedBy(three, van, [her, him])).toEqual([van, him, her])
    expect(decidedBy(three, van, [her])).toBeUndefined()
    expect(decidedBy(three, her, [van, him])).toEqual([her, him, van].toSorted((a, b) => (a === her ? -1 : b === her ? 1 : 0)))
  })
})

test('a combination takes no longer than its events are many: a thousand times as many are no trouble', () => {
  const people = Array.from({ length: 500_000 }, () => seen())
  const person: EventCondition = { eventKind: 'person' }
  const conditions = [person, person, person, { eventKind: 'vehicle' as const }]
  const trigger: RuleTrigger = { kind: 'combination', conditions, withinS: 300 }
  const startedMs = performance.now()
  expect(decidedBy(trigger, seen(), people)).toBeUndefined()
  const van = seen({ kind: 'vehicle' })
  expect(decidedBy(trigger, seen(), [...people, van])).toHaveLength(4)
  expect(performance.now() - startedMs).toBeLessThan(5_000)
})

test('rules about vehicles are those that ask for vehicles or plates, in whatever way', () => {
  const group = { groupIds: ['g'], isListed: true }
  expect(isVehicleRule({ kind: 'general', eventKinds: ['motion', 'plate'] })).toBe(true)
  expect(isVehicleRule({ kind: 'general', eventKinds: ['motion', 'person', 'face'] })).toBe(false)
  expect(isVehicleRule({ kind: 'device-health', healthKinds: ['device-offline'] })).toBe(false)
  expect(isVehicleRule({ kind: 'ai', condition: { eventKind: 'person', plateGroups: group } })).toBe(true)
  expect(isVehicleRule({ kind: 'ai', condition: { eventKind: 'face' } })).toBe(false)
  expect(isVehicleRule({ kind: 'combination', conditions: [{ eventKind: 'person' }, { eventKind: 'vehicle' }], withinS: 9 })).toBe(true)
})
