import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { placeOf, type AlarmNews } from '#contract/alarm-news.ts'
import type { Alarm } from '#contract/calls/event/alarm.ts'
import { shortenAlarmLists, takeAlarmNews, type AlarmPages } from '#src/data/records/alarm-news.ts'
import { alarmOf, unhandled } from '#tests/support/told-alarms.ts'

const search = { pageSize: 2 }
const listKey = ['alarms', 'list', search]
const countKey = ['alarms', 'unread']
const listOf = (total: number, ...pages: Alarm[][]): AlarmPages => ({
  pages: pages.map((alarms, index) => ({
    total: index === 0 ? total : null,
    alarms,
    next: pages[index + 1] && alarms.at(-1) ? placeOf(alarms.at(-1) as Alarm) : null,
  })),
  pageParams: pages.map((_, index) => (index === 0 ? undefined : placeOf(pages[index - 1]?.at(-1) as Alarm))),
})
const [old, older, newer] = [2, 1, 3].map((startedAtMs) => alarmOf({ alarmId: `${startedAtMs}`, startedAtMs })) as [Alarm, Alarm, Alarm]
const raised: AlarmNews = { alarms: [{ alarm: newer, isNew: true }], read: [] }
let client: QueryClient
let asked: string[]

beforeEach(() => {
  asked = []
  client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } } })
})
afterEach(() => client.clear())

const shown = (key = listKey) =>
  client.getQueryData<AlarmPages>(key)?.pages.map(({ alarms }) => alarms.map(({ alarmId }) => alarmId).join(' '))

/** A list that somebody looks at; its questions are answered when the test says so. */
function show(queryKey: unknown[]) {
  const answers: ((list: AlarmPages) => void)[] = []
  const queryFn = () => {
    asked.push(JSON.stringify(queryKey))
    return new Promise<AlarmPages>((resolve) => answers.push(resolve))
  }
  const stop = new QueryObserver(client, { queryKey, queryFn }).subscribe(() => {})
  return { answers, stop }
}

test('an alarm comes into the lists and the count that a tab has, and nothing is asked', () => {
  client.setQueryData(listKey, listOf(2, [old, older]))
  client.setQueryData(countKey, { count: 2, latest: [] })
  const list = show(listKey)
  takeAlarmNews(client, raised)
  takeAlarmNews(client, raised)
  expect(shown()).toEqual(['3 2 1'])
  expect(client.getQueryData(countKey)).toEqual({ count: 3, latest: ['3'] })
  expect(asked).toEqual([])
  list.stop()
})

test('a list that is on its way has the alarm when it is there, whichever of the two is heard first', async () => {
  const list = show(listKey)
  takeAlarmNews(client, raised)
  list.answers[0]?.(listOf(1, [old]))
  await expect.poll(() => shown()).toEqual(['3 2'])
  list.stop()
})

test('a list that is to be asked for anew stays so', () => {
  client.setQueryData(listKey, listOf(1, [old]))
  void client.invalidateQueries({ queryKey: listKey })
  takeAlarmNews(client, raised)
  expect(client.getQueryState(listKey)?.isInvalidated).toBe(true)
})

test('pages further down stand still under who reads them, while what is raised comes into the first', () => {
  client.setQueryData(listKey, listOf(2, [old], [older]))
  const list = show(listKey)
  takeAlarmNews(client, raised)
  expect([shown(), asked]).toEqual([['3 2', '1'], []])
  list.stop()
})

test('an alarm that is looked at is handled as soon as a colleague has done so, and its history is asked for', () => {
  const detail = { alarm: old, events: [], vehicle: null, history: [] }
  const key = ['alarm-detail', old.alarmId]
  client.setQueryData(key, detail)
  const panel = show(key)
  takeAlarmNews(client, raised)
  expect([client.getQueryData(key), asked]).toEqual([detail, []])
  const handling = { ...unhandled, state: 'acknowledged' as const, version: 1, byName: 'Ann', atMs: 9 }
  takeAlarmNews(client, { alarms: [{ alarm: { ...old, handling }, isNew: false }], read: [] })
  expect(client.getQueryData<typeof detail>(key)?.alarm.handling).toEqual(handling)
  expect(asked).toHaveLength(1)
  panel.stop()
})

test('a list of which much is loaded is asked for anew as far as five pages', () => {
  const pages = Array.from({ length: 9 }, (_, index) => [alarmOf({ alarmId: `${index}`, startedAtMs: 100 - index })])
  client.setQueryData(listKey, listOf(9, ...pages))
  shortenAlarmLists(client)
  expect(shown()).toEqual(['0', '1', '2', '3', '4'])
})
