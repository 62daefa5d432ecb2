import * as z from 'zod/mini'
import { signedIn } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { noticeDevice, pushSubscription } from './notice-device.ts'

/**
 * Has this browser told of alarms while the app is closed, as long as the session can be renewed; in the place of what the session had before. Fails with
 * push-address-refused when the endpoint is no https address of the network at large. Not in the catalogue.
 */
export const noticeSubscribe = defineCall({
  path: '/vms/notice/subscribe',
  input: z.object({ ...pushSubscription.shape, browser: z.string().check(z.trim(), z.minLength(1), z.maxLength(64)) }),
  output: noticeDevice,
  access: signedIn,
  offline: 'none',
  changes: true,
})
