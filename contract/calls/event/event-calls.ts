import { alarmAssigneeList } from './alarm-assignee-list.ts'
import { alarmDetail } from './alarm-detail.ts'
import { alarmHandle } from './alarm-handle.ts'
import { alarmSearchList } from './alarm-search-list.ts'
import { alarmSearch } from './alarm-search.ts'
import { alarmUnreadCount } from './alarm-unread-count.ts'
import { alarmUpdateReadStatus } from './alarm-update-read-status.ts'
import { devNotifyAdd } from './dev-notify-add.ts'
import { devNotifyDetail } from './dev-notify-detail.ts'
import { devNotifyEdit } from './dev-notify-edit.ts'
import { eventDictGet } from './event-dict-get.ts'
import { eventExport } from './event-export.ts'
import { eventRuleAddOrEdit } from './event-rule-add-or-edit.ts'
import { eventRuleDelete } from './event-rule-delete.ts'
import { eventRuleList } from './event-rule-list.ts'
import { eventRuleTry } from './event-rule-try.ts'
import { eventSearchList } from './event-search-list.ts'
import { eventVideoExistDayList } from './event-video-exist-day-list.ts'
import { eventVideoSearch } from './event-video-search.ts'

/** Calls of events, alarm rules and the notifications of devices. */
export const eventCalls = {
  alarmAssigneeList,
  alarmDetail,
  alarmHandle,
  alarmSearchList,
  alarmSearch,
  alarmUnreadCount,
  alarmUpdateReadStatus,
  devNotifyAdd,
  devNotifyDetail,
  devNotifyEdit,
  eventDictGet,
  eventExport,
  eventRuleAddOrEdit,
  eventRuleDelete,
  eventRuleList,
  eventRuleTry,
  eventSearchList,
  eventVideoExistDayList,
  eventVideoSearch,
} as const
