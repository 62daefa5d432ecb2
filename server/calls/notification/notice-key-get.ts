import { noticeKeyGet as call } from '#contract/calls/notification/notice-key-get.ts'
import { handler } from '../handler.ts'

export const noticeKeyGet = handler(call, async (_input, { webPush }) => ({ publicKey: (await webPush.keys()).publicKey }))
