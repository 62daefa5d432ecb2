import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Alarm } from '#contract/calls/event/alarm.ts'
import { BURST_GAP_MS, chosenBy, groupBursts, MOST_IN_BURST, rowsOf } from '#src/features/alarms/bursts.ts'
import { alarmOf } from '#tests/support/told-alarms.ts'

/** Alarms of a few causes, the newest first. */
const lists = fc
  .array(
    fc.record({ stepMs: fc.integer({ min: 0, max: 2 * BURST_GAP_MS }), sn: fc.constantFrom('A', 'B'), ruleId: fc.constantFrom('r', null) }),
    { maxLength: 60 },
  )
  .map((steps) => {
    let startedAtMs = 10_000_000
    return steps.map(({ stepMs, ...cause }, index): Alarm => {
      startedAtMs -= stepMs
      return alarmOf({ ...cause, alarmId: `alarm-${index}`, startedAtMs })
    })
  })
const causeOf = ({ sn, chlIndex, ruleId, kind }: Alarm) => `${sn} ${chlIndex} ${ruleId} ${kind}`
const names = (alarms: readonly Alarm[]) => alarms.map(({ alarmId }) => alarmId)

test('every alarm is in one burst, with others of its cause alone, near in time and in the order of the list', () => {
  fc.assert(
    fc.property(lists, (alarms) => {
      const bursts = groupBursts(alarms)
      expect(bursts.flatMap(names).toSorted()).toEqual(names(alarms).toSorted())
      for (const burst of bursts) {
        expect(new Set(burst.map(causeOf)).size).toBe(1)
        expect(burst.length).toBeLessThanOrEqual(MOST_IN_BURST)
        for (const [index, { startedAtMs }] of burst.slice(1).entries())
          expect((burst[index]?.startedAtMs ?? 0) - startedAtMs).toBeLessThanOrEqual(BURST_GAP_MS)
        expect(names(burst)).toEqual(names(alarms.filter((alarm) => burst.includes(alarm))))
      }
      // Each stands where its newest alarm does.
      const heads = bursts.map(([newest]) => alarms.indexOf(newest))
      expect(heads).toEqual(heads.toSorted((one, other) => one - other))
    }),
  )
})

test('alarms of one cause are apart only where a minute lies between two of them', () => {
  fc.assert(
    fc.property(lists, (alarms) => {
      for (const own of Map.groupBy(groupBursts(alarms), ([newest]) => causeOf(newest)).values())
        for (const [index, burst] of own.slice(1).entries()) {
          const before = own[index]?.at(-1)?.startedAtMs ?? 0
          expect(before - burst[0].startedAtMs).toBeGreaterThan(BURST_GAP_MS)
        }
    }),
  )
})

test('what is older and is loaded later changes no burst but the one that it belongs to', () => {
  fc.assert(
    fc.property(lists, fc.nat(60), (alarms, count) => {
      const some = groupBursts(alarms.slice(0, count)).map(names)
      const all = groupBursts(alarms).map(names)
      for (const [index, burst] of some.entries()) expect(all[index]?.slice(0, burst.length)).toEqual(burst)
    }),
  )
})

test('a burst of hours is several, so that it fills a list', () => {
  const alarms = Array.from({ length: MOST_IN_BURST * 2 + 1 }, (_, index) =>
    alarmOf({ alarmId: `${index}`, startedAtMs: 1_000_000 - index }),
  )
  expect(groupBursts(alarms).map(({ length }) => length)).toEqual([MOST_IN_BURST, MOST_IN_BURST, 1])
})

test('a burst that is unfolded stays so while it grows at both ends, and is chosen with all its alarms', () => {
  const [a, b, c] = [3, 2, 1].map((at) => alarmOf({ alarmId: `${at}`, startedAtMs: at })) as [Alarm, Alarm, Alarm]
  const other = alarmOf({ alarmId: 'other', sn: 'B', startedAtMs: 0 })
  const unfolded = new Set(['2'])
  expect(rowsOf(groupBursts([b, other]), unfolded).map(({ kind }) => kind)).toEqual(['single', 'single'])
  const rows = rowsOf(groupBursts([a, b, c, other]), unfolded)
  expect(rows.map(({ id, kind }) => `${kind} ${id}`)).toEqual(['burst burst 1', 'member 3', 'member 2', 'member 1', 'single other'])
  const all = chosenBy(rows, new Set(), new Set(['burst 1']))
  expect([...all]).toEqual(['3', '2', '1'])
  // Without one of them the burst is not chosen any more, the others are.
  expect([...chosenBy(rows, all, new Set(['burst 1', '3', '1']))].toSorted()).toEqual(['1', '3'])
})

test('rows to which nothing happened are the same objects, whatever comes before and behind them', () => {
  fc.assert(
    fc.property(lists, fc.nat(20), (alarms, count) => {
      const before = new Map(rowsOf(groupBursts(alarms.slice(count)), new Set()).map((row) => [row.id, row]))
      for (const row of rowsOf(groupBursts(alarms), new Set())) {
        const known = before.get(row.id)
        if (known && names(known.alarms).join() === names(row.alarms).join()) expect(row).toBe(known)
      }
    }),
  )
})
