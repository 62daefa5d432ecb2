import * as z from 'zod/mini'
import { signedIn } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { noInput } from '../../rules.ts'
import { noticeDevice } from './notice-device.ts'

/** The person's own browsers that are told of alarms while the app is closed, the newest first. Not in the catalogue. */
export const noticeList = defineCall({
  path: '/vms/notice/list',
  input: noInput,
  output: z.object({ devices: z.array(noticeDevice) }),
  access: signedIn,
  offline: 'cache',
})
