import { expect, test } from 'vitest'
import {
  cutPage,
  isFound,
  joinNews,
  listWithNews,
  pageWithNews,
  placeOf,
  unreadWithNews,
  type AlarmNews,
  type AlarmPage,
} from '#contract/alarm-news.ts'
import type { Alarm } from '#contract/calls/event/alarm.ts'
import { SeededRandom } from '#tests/support/seeded-random.ts'
import { alarmOf, unhandled } from '#tests/support/told-alarms.ts'

type Filter = Partial<Parameters<typeof isFound>[0]>

const first = { pageSize: 3 }
const pageOf = (total: number, alarms: Alarm[], last?: Alarm): AlarmPage => ({ total, alarms, next: last ? placeOf(last) : null })
const none: AlarmNews = { alarms: [], read: [] }
const raised = (...alarms: Alarm[]): AlarmNews => ({ alarms: alarms.map((alarm) => ({ alarm, isNew: true })), read: [] })
const changed = (...alarms: Alarm[]): AlarmNews => ({ alarms: alarms.map((alarm) => ({ alarm, isNew: false })), read: [] })
const read = (alarmIds: string[], count: number, untilMs: number | null = null): AlarmNews => ({
  alarms: [],
  read: [{ alarmIds, untilMs, unread: { count, latest: [] } }],
})
const names = ({ alarms }: { alarms: readonly Alarm[] }) => alarms.map(({ alarmId }) => alarmId).join('')
const [a, b, c, d] = [1, 2, 3, 4].map((at) => alarmOf({ alarmId: ' abcd'.charAt(at), startedAtMs: at })) as [Alarm, Alarm, Alarm, Alarm]

test('a search finds an alarm by each of its filters, and no alarm by an empty one', () => {
  const handling = { ...unhandled, version: 1, assignee: { userId: 'ann', name: 'Ann' } }
  const alarm = alarmOf({ kind: 'motion', sn: 'A', chlIndex: 2, siteId: 'gate', startedAtMs: 100, ruleId: 'night', handling })
  const finding: Filter[] = [
    {},
    { unreadOnly: true },
    { kinds: ['face', 'motion'] },
    { siteIds: ['gate'] },
    { channels: [{ sn: 'A', chlIndex: 2 }] },
    { fromMs: 100, toMs: 100 },
    { ruleIds: ['night'] },
    { states: ['open', 'false-alarm'] },
    { assignedTo: 'ann' },
  ]
  const missing: Filter[] = [
    { kinds: ['face'] },
    { kinds: [] },
    { siteIds: ['shop'] },
    { siteIds: [] },
    { channels: [{ sn: 'A', chlIndex: 1 }] },
    { channels: [] },
    { ruleIds: ['day'] },
    { states: ['acknowledged'] },
    { assignedTo: 'bob' },
    { fromMs: 101 },
    { toMs: 99 },
  ]
  for (const filter of finding) expect(isFound({ ...first, ...filter }, alarm), JSON.stringify(filter)).toBe(true)
  for (const filter of missing) expect(isFound({ ...first, ...filter }, alarm), JSON.stringify(filter)).toBe(false)
  expect(isFound({ ...first, unreadOnly: true }, { ...alarm, isRead: true })).toBe(false)
  expect(isFound({ ...first, channels: [{ sn: 'A', chlIndex: 0 }] }, { ...alarm, chlIndex: null })).toBe(false)
})

test('a raised alarm stands in the list where it belongs, once, however often and in whichever order it is told', () => {
  const page = pageOf(2, [c, a])
  const news = raised(b, d)
  const now = pageWithNews(first, page, news)
  expect([names(now), now.total]).toEqual(['dcba', 4])
  const again = pageWithNews(first, pageWithNews(first, now, news), raised(a, b))
  expect([names(again), again.total]).toEqual(['dcba', 4])
  const other = pageWithNews(first, pageWithNews(first, page, raised(d)), raised(b))
  expect([names(other), other.total]).toEqual(['dcba', 4])
})

test('an alarm that belongs on a later page is counted, once; one that was raised long ago and recovers is not', () => {
  const page = pageOf(7, [d, c, b], b)
  const now = pageWithNews(first, page, raised(a))
  expect([names(now), now.total]).toEqual(['dcb', 8])
  expect(pageWithNews(first, now, raised(a)).total).toBe(8)
  expect(pageWithNews(first, page, changed({ ...a, recoveredAtMs: 9 }))).toBe(page)
})

test('what has recovered, was read or handled stays so, though an older message comes later', () => {
  const over = { ...a, recoveredAtMs: 2_000 }
  const handled = { ...a, handling: { ...a.handling, state: 'acknowledged' as const, version: 2, byName: 'Ann', atMs: 9 } }
  const before = { ...a, handling: { ...a.handling, version: 1, note: 'Going there' } }
  const both = [changed(over), changed(handled), read(['a'], 0), changed(before), raised(a)].reduce(
    (now, news) => pageWithNews(first, now, news),
    pageOf(1, [a]),
  )
  expect(both).toEqual(pageOf(1, [{ ...over, isRead: true, handling: handled.handling }]))
  expect(joinNews(changed(over), raised(a))).toEqual({ alarms: [{ alarm: over, isNew: true }], read: [] })
})

test('what is read or handled leaves a list of others, and the count of that', () => {
  const search = { ...first, unreadOnly: true }
  const whole = pageWithNews(search, pageOf(2, [b, a]), read(['a'], 1))
  expect([names(whole), whole.total]).toEqual(['b', 1])
  const all = pageWithNews(search, pageOf(3, [d, c, b]), read(['d'], 0, c.startedAtMs))
  expect([names(all), all.total]).toEqual(['', 0])
  const open = { ...first, states: ['open' as const] }
  const handled = { ...c, handling: { ...c.handling, state: 'false-alarm' as const, version: 1 } }
  const left = pageWithNews(open, pageOf(3, [d, c, b]), changed(handled))
  expect([names(left), left.total]).toEqual(['db', 2])
  const others = pageWithNews({ ...first, states: ['false-alarm'] }, pageOf(0, []), changed(handled))
  expect([names(others), others.total]).toEqual(['c', 1])
})

test('a list of several pages takes each alarm into the page between whose ends it belongs, and counts it once', () => {
  const e = alarmOf({ alarmId: 'e', startedAtMs: 5 })
  const pages = [pageOf(4, [e, d], d), { total: null, alarms: [b, a], next: null }]
  const now = listWithNews(first, pages, raised(c))
  expect([now.map(names), now[0]?.total]).toEqual([['ed', 'cba'], 5])
  expect(listWithNews(first, now, raised(c))).toBe(now)
  const unread = listWithNews({ ...first, unreadOnly: true }, now, read(['b'], 4))
  expect([unread.map(names), unread[0]?.total]).toEqual([['ed', 'ca'], 4])
  // Nothing has happened to the first page but that it counts.
  expect(unread[0]?.alarms).toBe(now[0]?.alarms)
})

test('a page that is cut goes on behind what is left of it, and counts nothing twice', () => {
  const cut = cutPage(pageOf(4, [d, c, b, a]), 2)
  expect([names(cut), cut.next, cut.total]).toEqual(['dc', { alarm: 'c', startedAtMs: 3 }, 4])
  expect(pageWithNews(first, cut, raised(a)).total).toBe(4)
  expect(cutPage(cut, 2)).toBe(cut)
})

test('the count of unread alarms rises by those that it does not count already', () => {
  const answered = { count: 7, latest: ['b', 'a'] }
  expect(unreadWithNews(answered, raised(a, b)).count).toBe(7)
  const now = unreadWithNews(answered, raised(c))
  expect(now).toEqual({ count: 8, latest: ['c', 'b', 'a'] })
  expect(unreadWithNews(now, raised(c, d)).count).toBe(9)
  expect(unreadWithNews(now, changed({ ...d, recoveredAtMs: 9 })).count).toBe(8)
  expect(unreadWithNews(now, joinNews(raised(d), read(['d'], 8))).count).toBe(8)
  expect(unreadWithNews(now, none)).toEqual(now)
})

test('whichever way messages are gathered, the list comes to the same', () => {
  const random = new SeededRandom(7)
  for (let round = 0; round < 200; round += 1) {
    const said = Array.from({ length: 12 }, (_, index) => {
      const alarm = alarmOf({ alarmId: `${index % 8}`, startedAtMs: 1_000 + (index % 8) })
      if (random.below(4) === 0) return changed({ ...alarm, recoveredAtMs: 5_000 })
      return raised(alarm)
    })
    const search = { pageSize: 20 }
    const empty = pageOf(0, [])
    const oneByOne = said.reduce((now, news) => pageWithNews(search, now, news), empty)
    expect(pageWithNews(search, empty, said.reduce(joinNews, none))).toEqual(oneByOne)
    expect(said.toReversed().reduce((now, news) => pageWithNews(search, now, news), oneByOne)).toEqual(oneByOne)
  }
})
