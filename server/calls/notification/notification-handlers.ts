import type { notificationCalls } from '#contract/calls/notification/notification-calls.ts'
import type { Handlers } from '../handler.ts'
import { noticeKeyGet } from './notice-key-get.ts'
import { noticeList } from './notice-list.ts'
import { noticeRenew } from './notice-renew.ts'
import { noticeSubscribe } from './notice-subscribe.ts'
import { noticeTry } from './notice-try.ts'
import { noticeUnsubscribe } from './notice-unsubscribe.ts'

/** What answers the calls about notices. */
export const notificationHandlers: Handlers<typeof notificationCalls> = {
  noticeKeyGet,
  noticeList,
  noticeRenew,
  noticeSubscribe,
  noticeTry,
  noticeUnsubscribe,
}
