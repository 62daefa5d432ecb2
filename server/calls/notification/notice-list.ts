import { noticeList as call } from '#contract/calls/notification/notice-list.ts'
import { handler } from '../handler.ts'

export const noticeList = handler(call, async (_input, { webPush }, caller) => ({ devices: await webPush.devices.list(caller) }))
