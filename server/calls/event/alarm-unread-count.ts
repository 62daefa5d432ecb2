import { alarmUnreadCount as call } from '#contract/calls/event/alarm-unread-count.ts'
import { handler } from '../handler.ts'
import { countUnread } from './visible-alarms.ts'

export const alarmUnreadCount = handler(call, async (_input, context, caller) => ({ count: await countUnread(context, caller) }))
