import { infiniteQueryOptions } from '@tanstack/react-query'
import { ALARMS_A_PAGE, alarmSearchList, type AlarmFilter, type AlarmPlace } from '#contract/calls/event/alarm-search-list.ts'
import { alarmUpdateReadStatus } from '#contract/calls/event/alarm-update-read-status.ts'
import type { InputOf } from '#contract/define-call.ts'
import { ask } from '../core/ask.ts'
import { changeCore } from '../core/core.ts'
import { queryClient } from '../query/query-client.ts'
import { takeAlarmNews } from './alarm-news.ts'
import { unreadAlarmsQuery } from './unread-alarms.ts'

/** The list of alarms, newest first, page after page. `takeAlarmNews` puts into it what is pushed, by the search in its key. */
export function alarmsQuery(filter: AlarmFilter) {
  const search = { ...filter, pageSize: ALARMS_A_PAGE }
  return infiniteQueryOptions({
    queryKey: ['alarms', 'list', search],
    queryFn: ({ pageParam: after, ...context }) =>
      ask(alarmSearchList, after === undefined ? search : { ...search, after }, { isPassing: after !== undefined })(context),
    initialPageParam: undefined as AlarmPlace | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  })
}

/** Marks alarms, or all of them, as read. Without a network it waits in the outbox, and shows here at once. */
export async function markAlarmsRead(alarmIds: InputOf<typeof alarmUpdateReadStatus>['alarmIds']): Promise<void> {
  const changed = await changeCore(alarmUpdateReadStatus, { alarmIds })
  // Pushed as well, but not while the push connection is away.
  if (changed.kind === 'done') takeAlarmNews(queryClient, { alarms: [], read: [changed.data] })
  else showRead(alarmIds)
}

/** What waits in the outbox, as if the service had it already. */
export function showRead(alarmIds: readonly string[] | 'all'): void {
  const unread = queryClient.getQueryData(unreadAlarmsQuery.queryKey) ?? { count: 0, latest: [] }
  const isMeant = (alarmId: string) => alarmIds === 'all' || alarmIds.includes(alarmId)
  const left = {
    count: alarmIds === 'all' ? 0 : Math.max(0, unread.count - alarmIds.length),
    latest: unread.latest.filter((alarmId) => !isMeant(alarmId)),
  }
  const named = alarmIds === 'all' ? [] : [...alarmIds]
  const untilMs = alarmIds === 'all' ? Number.MAX_SAFE_INTEGER : null
  takeAlarmNews(queryClient, { alarms: [], read: [{ alarmIds: named, untilMs, unread: left }] })
}
