import { alarmUnreadCount as call } from '#contract/calls/event/alarm-unread-count.ts'
import { handler } from '../handler.ts'
import { unreadOf } from '../../events/visible-alarms.ts'

export const alarmUnreadCount = handler(call, async (_input, context, caller) => unreadOf(context, caller))
