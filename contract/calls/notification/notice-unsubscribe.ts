import * as z from 'zod/mini'
import { signedIn } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier } from '../../rules.ts'

/** One of the person's own browsers is told of alarms no more. Fails with notice-device-missing. Not in the catalogue. */
export const noticeUnsubscribe = defineCall({
  path: '/vms/notice/unsubscribe',
  input: z.object({ noticeDeviceId: identifier }),
  output: z.null(),
  access: signedIn,
  offline: 'none',
  changes: true,
})
