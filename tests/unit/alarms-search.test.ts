import { expect, test } from 'vitest'
import { alarmSearchList } from '#contract/calls/event/alarm-search-list.ts'
import { alarmFilterCount, alarmFilterOf, noAlarmFilter, readAlarmsSearch } from '#src/features/alarms/alarms-search.ts'

const whole = {
  unread: true,
  mine: true,
  states: ['open', 'false-alarm'],
  kinds: ['motion', 'device-offline'],
  rules: ['night'],
  cameras: ['SL4DWFWUWKY7.0'],
  from: 1_000,
  until: 2_000,
  alarm: 'alarm-1',
}

test('an address says the whole list, and what makes no sense in it is passed over', () => {
  expect(readAlarmsSearch(whole)).toEqual({ ...whole, sites: undefined })
  const nonsense = {
    unread: 'yes',
    states: ['gone', 3],
    kinds: 'motion',
    rules: [''],
    cameras: ['x y'],
    from: 1_000,
    alarm: 'a'.repeat(65),
  }
  expect(Object.values(readAlarmsSearch(nonsense)).every((value) => value === undefined)).toBe(true)
})

test('what the service is asked for is what the address says, and nothing more', () => {
  const search = readAlarmsSearch(whole)
  const filter = alarmFilterOf(search, 'me')
  expect(filter).toEqual({
    unreadOnly: true,
    assignedTo: 'me',
    states: ['open', 'false-alarm'],
    kinds: ['motion', 'device-offline'],
    ruleIds: ['night'],
    channels: [{ sn: 'SL4DWFWUWKY7', chlIndex: 0 }],
    fromMs: 1_000,
    toMs: 2_000,
  })
  expect(alarmSearchList.input.safeParse({ ...filter, pageSize: 1 }).success).toBe(true)
  expect(alarmFilterCount(search)).toBe(6)
  expect(alarmFilterOf({ ...search, ...noAlarmFilter, unread: undefined }, 'me')).toEqual({})
})
