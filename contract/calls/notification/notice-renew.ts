import * as z from 'zod/mini'
import { open } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { NOTICE_RENEW_PATH } from '../../web-push.ts'
import { pushSubscription } from './notice-device.ts'

/**
 * The browser has given a subscription up for another while no page was open, and only the service worker, which has no session, knows of it. Whoever
 * names the old one's address and secret is that browser: nobody else has them. What it is told by stays bound to its session. Fails with
 * notice-device-missing whichever of both is wrong, and with push-address-refused as `noticeSubscribe` does. Not in the catalogue.
 */
export const noticeRenew = defineCall({
  path: NOTICE_RENEW_PATH,
  input: z.object({ before: z.pick(pushSubscription, { endpoint: true, auth: true }), subscription: pushSubscription }),
  output: z.null(),
  access: open,
  offline: 'none',
  changes: true,
  rate: { calls: 30, perMs: 60_000 },
})
