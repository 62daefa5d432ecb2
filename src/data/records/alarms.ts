import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { alarmDetail } from '#contract/calls/event/alarm-detail.ts'
import { alarmSearchList } from '#contract/calls/event/alarm-search-list.ts'
import { alarmUnreadCount } from '#contract/calls/event/alarm-unread-count.ts'
import { alarmUpdateReadStatus } from '#contract/calls/event/alarm-update-read-status.ts'
import type { InputOf } from '#contract/define-call.ts'
import { ask } from '../core/ask.ts'
import { changeCore } from '../core/core.ts'
import { queryClient } from '../query/query-client.ts'
import { takeAlarmNews } from './alarm-news.ts'

/** One page of alarms, newest first. `pageNum` from 1. `takeAlarmNews` puts into it what is pushed, by the page in its key. */
export function alarmsQuery(page: InputOf<typeof alarmSearchList>) {
  return queryOptions({ queryKey: ['alarms', 'page', page], queryFn: ask(alarmSearchList, page), placeholderData: keepPreviousData })
}

/** One alarm with the events that raised it. */
export function alarmDetailQuery(alarmId: string) {
  return queryOptions({ queryKey: ['alarm-detail', alarmId], queryFn: ask(alarmDetail, { alarmId }), meta: { isQuiet: true } })
}

export const unreadAlarmsQuery = queryOptions({ queryKey: ['alarms', 'unread'], queryFn: ask(alarmUnreadCount, undefined) })

/** Marks alarms, or all of them, as read. Without a network it waits in the outbox, and shows here at once. */
export async function markAlarmsRead(alarmIds: InputOf<typeof alarmUpdateReadStatus>['alarmIds']): Promise<void> {
  const changed = await changeCore(alarmUpdateReadStatus, { alarmIds })
  // Pushed as well, but not while the push connection is away.
  if (changed.kind === 'done') takeAlarmNews(queryClient, { alarms: [], read: [changed.data] })
  else void queryClient.invalidateQueries({ queryKey: ['alarms'] })
}
