import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { whenHandled } from '#contract/alarm-news.ts'
import { alarmAssigneeList } from '#contract/calls/event/alarm-assignee-list.ts'
import { alarmDetail } from '#contract/calls/event/alarm-detail.ts'
import { alarmHandle, MOST_HANDLED, type HandlingChange } from '#contract/calls/event/alarm-handle.ts'
import { ALARMS_A_PAGE, alarmSearchList, type AlarmFilter, type AlarmPlace } from '#contract/calls/event/alarm-search-list.ts'
import { alarmUnreadCount } from '#contract/calls/event/alarm-unread-count.ts'
import { alarmUpdateReadStatus } from '#contract/calls/event/alarm-update-read-status.ts'
import type { Alarm } from '#contract/calls/event/alarm.ts'
import type { InputOf } from '#contract/define-call.ts'
import { ask } from '../core/ask.ts'
import { changeCore } from '../core/core.ts'
import { queryClient } from '../query/query-client.ts'
import { takeAlarmNews } from './alarm-news.ts'

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

/** One alarm with the events that raised it, and what was done about it. */
export function alarmDetailQuery(alarmId: string) {
  return queryOptions({ queryKey: ['alarm-detail', alarmId], queryFn: ask(alarmDetail, { alarmId }), meta: { isQuiet: true } })
}

/** To whom an alarm can be given. */
export function assigneesQuery(alarmId: string) {
  return queryOptions({ queryKey: ['alarm-assignees', alarmId], queryFn: ask(alarmAssigneeList, { alarmId }), meta: { isQuiet: true } })
}

export const unreadAlarmsQuery = queryOptions({ queryKey: ['alarms', 'unread'], queryFn: ask(alarmUnreadCount, undefined) })

/** Marks alarms, or all of them, as read. Without a network it waits in the outbox, and shows here at once. */
export async function markAlarmsRead(alarmIds: InputOf<typeof alarmUpdateReadStatus>['alarmIds']): Promise<void> {
  const changed = await changeCore(alarmUpdateReadStatus, { alarmIds })
  // Pushed as well, but not while the push connection is away.
  if (changed.kind === 'done') takeAlarmNews(queryClient, { alarms: [], read: [changed.data] })
  else showRead(alarmIds)
}

/** What came of handling alarms: those that colleagues have handled meanwhile are left as they are. */
export interface Handled {
  overtaken: readonly Alarm[]
  isQueued: boolean
}

/**
 * Acknowledges alarms, assigns them, notes something: what is told of them has the state that the person saw. Without a network it waits in
 * the outbox, and shows here at once. Throws `CallError`, not announced.
 */
export async function handleAlarms(alarms: readonly Alarm[], change: HandlingChange): Promise<Handled> {
  const overtaken: Alarm[] = []
  let isQueued = false
  for (let from = 0; from < alarms.length; from += MOST_HANDLED) {
    const some = alarms.slice(from, from + MOST_HANDLED)
    const named = some.map(({ alarmId, handling: { version } }) => ({ alarmId, version }))
    const changed = await changeCore(alarmHandle, { alarms: named, change }, { quiet: true })
    if (changed.kind === 'done') {
      const { alarms: done, overtaken: others, read } = changed.data
      takeAlarmNews(queryClient, { alarms: [...done, ...others].map((alarm) => ({ alarm, isNew: false })), read: [read] })
      overtaken.push(...others)
    } else {
      isQueued = true
      takeAlarmNews(queryClient, { alarms: some.map((alarm) => ({ alarm: whenHandled(alarm, change), isNew: false })), read: [] })
      showRead(some.filter(({ isRead }) => !isRead).map(({ alarmId }) => alarmId))
    }
  }
  return { overtaken, isQueued }
}

/** What waits in the outbox, as if the service had it already. */
function showRead(alarmIds: readonly string[] | 'all'): void {
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
