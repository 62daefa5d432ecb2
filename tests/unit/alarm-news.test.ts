import { expect, test } from 'vitest'
import { isFound, isShort, joinNews, pageWithNews, unreadWithNews, type AlarmNews } from '#contract/alarm-news.ts'
import type { Alarm } from '#contract/calls/event/alarm.ts'
import { SeededRandom } from '#tests/support/seeded-random.ts'
import { alarmOf } from '#tests/support/told-alarms.ts'

type Filter = Partial<Parameters<typeof isFound>[0]>

const first = { pageNum: 1, pageSize: 3 }
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
  const alarm = alarmOf({ kind: 'motion', sn: 'A', chlIndex: 2, siteId: 'gate', startedAtMs: 100 })
  const finding: Filter[] = [
    {},
    { unreadOnly: true },
    { kinds: ['face', 'motion'] },
    { siteIds: ['gate'] },
    { channels: [{ sn: 'A', chlIndex: 2 }] },
    { fromMs: 100, toMs: 100 },
  ]
  const missing: Filter[] = [
    { kinds: ['face'] },
    { kinds: [] },
    { siteIds: ['shop'] },
    { siteIds: [] },
    { channels: [{ sn: 'A', chlIndex: 1 }] },
    { channels: [] },
    { fromMs: 101 },
    { toMs: 99 },
  ]
  for (const filter of finding) expect(isFound({ ...first, ...filter }, alarm), JSON.stringify(filter)).toBe(true)
  for (const filter of missing) expect(isFound({ ...first, ...filter }, alarm), JSON.stringify(filter)).toBe(false)
  expect(isFound({ ...first, unreadOnly: true }, { ...alarm, isRead: true })).toBe(false)
  expect(isFound({ ...first, channels: [{ sn: 'A', chlIndex: 0 }] }, { ...alarm, chlIndex: null })).toBe(false)
})

test('a raised alarm stands in the list where it belongs, once, however often and in whichever order it is told', () => {
  const page = { total: 2, alarms: [c, a] }
  const news = raised(b, d)
  const now = pageWithNews(first, page, news)
  expect([names(now), now.total]).toEqual(['dcb', 4])
  const again = pageWithNews(first, pageWithNews(first, now, news), raised(a, b))
  expect([names(again), again.total]).toEqual(['dcb', 4])
  const other = pageWithNews(first, pageWithNews(first, page, raised(d)), raised(b))
  expect([names(other), other.total]).toEqual(['dcb', 4])
})

test('an alarm that belongs on a later page is counted, once; one that was raised long ago and recovers is not', () => {
  const page = { total: 7, alarms: [d, c, b] }
  const now = pageWithNews(first, page, raised(a))
  expect([names(now), now.total]).toEqual(['dcb', 8])
  expect(pageWithNews(first, now, raised(a)).total).toBe(8)
  expect(pageWithNews(first, page, changed({ ...a, recoveredAtMs: 9 })).total).toBe(7)
})

test('what has recovered or was read stays so, though an older message comes later', () => {
  const page = { total: 1, alarms: [a] }
  const over = { ...a, recoveredAtMs: 2_000 }
  const both = [changed(over), read(['a'], 0), raised(a)].reduce((now, news) => pageWithNews(first, now, news), page)
  expect(both).toEqual({ total: 1, alarms: [{ ...over, isRead: true }] })
  expect(joinNews(changed(over), raised(a))).toEqual({ alarms: [{ alarm: over, isNew: true }], read: [] })
})

test('what is read leaves the unread ones, and a page that lacks alarms then is asked for anew', () => {
  const search = { ...first, unreadOnly: true }
  const whole = pageWithNews(search, { total: 2, alarms: [b, a] }, read(['a'], 1))
  expect([names(whole), whole.total, isShort(search, whole)]).toEqual(['b', 1, false])
  const short = pageWithNews(search, { total: 5, alarms: [d, c, b] }, read(['c'], 4))
  expect([names(short), short.total, isShort(search, short)]).toEqual(['db', 4, true])
  const all = pageWithNews(search, { total: 3, alarms: [d, c, b] }, read(['d'], 0, c.startedAtMs))
  expect([names(all), all.total]).toEqual(['', 0])
})

test('a later page shows what became of its alarms, and takes in none', () => {
  const second = { pageNum: 2, pageSize: 3 }
  const now = pageWithNews(second, { total: 5, alarms: [b, a] }, joinNews(raised(d), changed({ ...a, recoveredAtMs: 9 })))
  expect(now).toEqual({ total: 5, alarms: [b, { ...a, recoveredAtMs: 9 }] })
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
    const search = { pageNum: 1, pageSize: 20 }
    const empty = { total: 0, alarms: [] }
    const oneByOne = said.reduce((now, news) => pageWithNews(search, now, news), empty as ReturnType<typeof pageWithNews>)
    expect(pageWithNews(search, empty, said.reduce(joinNews, none))).toEqual(oneByOne)
    expect(said.toReversed().reduce((now, news) => pageWithNews(search, now, news), oneByOne)).toEqual(oneByOne)
  }
})
