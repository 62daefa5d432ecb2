import { noticeTry as call } from '#contract/calls/notification/notice-try.ts'
import { handler } from '../handler.ts'

export const noticeTry = handler(call, async ({ noticeDeviceId, tag }, { webPush }, caller) => webPush.try(caller, noticeDeviceId, tag))
