import * as z from 'zod/mini'
import { signedIn } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier } from '../../rules.ts'

/** What became of a message at the browser's push service: taken, the subscription is no more (and is forgotten), refused, or nobody there. */
const pushOutcomes = ['taken', 'gone', 'refused', 'unreachable'] as const
export type PushOutcome = (typeof pushOutcomes)[number]

/**
 * Sends a message to one of the person's own browsers, and waits until its push service has answered. `tag`: of the notice, so that the page
 * that asked knows it when it comes. Fails with notice-device-missing. Not in the catalogue.
 */
export const noticeTry = defineCall({
  path: '/vms/notice/try',
  input: z.object({ noticeDeviceId: identifier, tag: z.string().check(z.minLength(1), z.maxLength(64)) }),
  output: z.object({ outcome: z.enum(pushOutcomes), tookMs: z.number() }),
  access: signedIn,
  offline: 'none',
  sentOnce: true,
  rate: { calls: 10, perMs: 60_000 },
})
