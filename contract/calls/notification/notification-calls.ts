import { noticeKeyGet } from './notice-key-get.ts'
import { noticeList } from './notice-list.ts'
import { noticeRenew } from './notice-renew.ts'
import { noticeSubscribe } from './notice-subscribe.ts'
import { noticeTry } from './notice-try.ts'
import { noticeUnsubscribe } from './notice-unsubscribe.ts'

/** Calls about how alarms reach a person whose app is closed. */
export const notificationCalls = { noticeKeyGet, noticeList, noticeRenew, noticeSubscribe, noticeTry, noticeUnsubscribe } as const
