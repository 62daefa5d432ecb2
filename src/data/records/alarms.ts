import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { alarmSearchList } from '#contract/calls/event/alarm-search-list.ts'
import { alarmUnreadCount } from '#contract/calls/event/alarm-unread-count.ts'
import { alarmUpdateReadStatus } from '#contract/calls/event/alarm-update-read-status.ts'
import type { InputOf } from '#contract/define-call.ts'
import { ask } from '../core/ask.ts'
import { changeCore } from '../core/core.ts'
import { overtake } from '../core/overtake.ts'
import { queryClient } from '../query/query-client.ts'

/** One page of alarms, newest first. `pageNum` from 1. */
export function alarmsQuery(page: InputOf<typeof alarmSearchList>) {
  return queryOptions({ queryKey: ['alarms', 'page', page], queryFn: ask(alarmSearchList, page), placeholderData: keepPreviousData })
}

export const unreadAlarmsQuery = queryOptions({ queryKey: ['alarms', 'unread'], queryFn: ask(alarmUnreadCount, undefined) })

/** Marks alarms, or all of them, as read. Without a network it waits in the outbox, and shows here at once. */
export async function markAlarmsRead(alarmIds: InputOf<typeof alarmUpdateReadStatus>['alarmIds']): Promise<void> {
  const changed = await changeCore(alarmUpdateReadStatus, { alarmIds })
  if (changed.kind === 'done') overtake(queryClient, unreadAlarmsQuery.queryKey, () => ({ count: changed.data.unread }))
  else void queryClient.invalidateQueries(unreadAlarmsQuery)
  void queryClient.invalidateQueries({ queryKey: ['alarms', 'page'] })
}
