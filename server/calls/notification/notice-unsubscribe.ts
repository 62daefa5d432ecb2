import { noticeUnsubscribe as call } from '#contract/calls/notification/notice-unsubscribe.ts'
import { handler } from '../handler.ts'

export const noticeUnsubscribe = handler(call, async ({ noticeDeviceId }, { webPush }, caller) => {
  await webPush.devices.remove(caller, noticeDeviceId)
  return null
})
