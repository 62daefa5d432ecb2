import { queryOptions } from '@tanstack/react-query'
import { whenHandled } from '#contract/alarm-news.ts'
import { alarmAssigneeList } from '#contract/calls/event/alarm-assignee-list.ts'
import { alarmDetail } from '#contract/calls/event/alarm-detail.ts'
import { alarmHandle, MOST_HANDLED, type HandlingChange } from '#contract/calls/event/alarm-handle.ts'
import type { Alarm } from '#contract/calls/event/alarm.ts'
import { ask } from '../core/ask.ts'
import { changeCore } from '../core/core.ts'
import { queryClient } from '../query/query-client.ts'
import { takeAlarmNews } from './alarm-news.ts'
import { showRead } from './alarms.ts'

/** One alarm with the events that raised it, and what was done about it. */
export function alarmDetailQuery(alarmId: string) {
  return queryOptions({ queryKey: ['alarm-detail', alarmId], queryFn: ask(alarmDetail, { alarmId }), meta: { isQuiet: true } })
}

/** To whom an alarm can be given. */
export function assigneesQuery(alarmId: string) {
  return queryOptions({ queryKey: ['alarm-assignees', alarmId], queryFn: ask(alarmAssigneeList, { alarmId }), meta: { isQuiet: true } })
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
