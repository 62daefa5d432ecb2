import { queryOptions } from '@tanstack/react-query'
import { alarmUnreadCount } from '#contract/calls/event/alarm-unread-count.ts'
import { ask } from '../core/ask.ts'

/** How many alarms are unread, and the latest of them: for what stands on every page, which knows of no lists. */
export const unreadAlarmsQuery = queryOptions({ queryKey: ['alarms', 'unread'], queryFn: ask(alarmUnreadCount, undefined) })
