import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AlarmNews } from '#contract/alarm-news.ts'
import type { Alarm } from '#contract/calls/event/alarm.ts'
import { takeAlarmNews } from '#src/data/records/alarm-news.ts'
import { alarmOf } from '#tests/support/told-alarms.ts'

interface Page {
  total: number
  alarms: Alarm[]
}

const search = { pageNum: 1, pageSize: 2 }
const listKey = ['alarms', 'page', search]
const countKey = ['alarms', 'unread']
const [old, older, newer] = [2, 1, 3].map((startedAtMs) => alarmOf({ alarmId: `${startedAtMs}`, startedAtMs })) as [Alarm, Alarm, Alarm]
const raised: AlarmNews = { alarms: [{ alarm: newer, isNew: true }], read: [] }
let client: QueryClient
let asked: string[]

beforeEach(() => {
  asked = []
  client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } } })
})
afterEach(() => client.clear())

const shown = (key = listKey) => client.getQueryData<Page>(key)?.alarms.map(({ alarmId }) => alarmId)

/** A list that somebody looks at; its questions are answered when the test says so. */
function show(queryKey: unknown[]) {
  const answers: ((page: Page) => void)[] = []
  const queryFn = () => {
    asked.push(JSON.stringify(queryKey))
    return new Promise<Page>((resolve) => answers.push(resolve))
  }
  let renders = 0
  const stop = new QueryObserver(client, { queryKey, queryFn }).subscribe(() => (renders += 1))
  return { answers, stop, renders: () => renders }
}

test('an alarm comes into the lists and the count that a tab has, and nothing is asked', () => {
  client.setQueryData(listKey, { total: 2, alarms: [old, older] })
  client.setQueryData(countKey, { count: 2, latest: [] })
  const list = show(listKey)
  takeAlarmNews(client, raised)
  takeAlarmNews(client, raised)
  expect(shown()).toEqual(['3', '2'])
  expect(client.getQueryData(countKey)).toEqual({ count: 3, latest: ['3'] })
  expect(asked).toEqual([])
  list.stop()
})

test('a list that is on its way has the alarm when it is there, whichever of the two is heard first', async () => {
  const list = show(listKey)
  takeAlarmNews(client, raised)
  list.answers[0]?.({ total: 1, alarms: [old] })
  await expect.poll(() => shown()).toEqual(['3', '2'])
  list.stop()
})

test('a list that is to be asked for anew stays so', () => {
  client.setQueryData(listKey, { total: 1, alarms: [old] })
  void client.invalidateQueries({ queryKey: listKey })
  takeAlarmNews(client, raised)
  expect(client.getQueryState(listKey)?.isInvalidated).toBe(true)
})

test('a later page stands still under who reads it, and is asked for when it is opened again', () => {
  const secondKey = ['alarms', 'page', { pageNum: 2, pageSize: 1 }]
  client.setQueryData(secondKey, { total: 2, alarms: [older] })
  const second = show(secondKey)
  takeAlarmNews(client, raised)
  expect([shown(secondKey), asked]).toEqual([['1'], []])
  second.stop()
  show(secondKey).stop()
  expect(asked).toHaveLength(1)
})

test('unread alarms that come up when others are read are asked for, once', () => {
  const unreadKey = ['alarms', 'page', { pageNum: 1, pageSize: 2, unreadOnly: true }]
  client.setQueryData(unreadKey, { total: 9, alarms: [newer, old] })
  const list = show(unreadKey)
  const read = { alarmIds: ['3'], untilMs: null, unread: { count: 8, latest: [] } }
  takeAlarmNews(client, { alarms: [], read: [read] })
  takeAlarmNews(client, { alarms: [], read: [read] })
  expect([shown(unreadKey), asked.length]).toEqual([['2'], 1])
  list.stop()
})
