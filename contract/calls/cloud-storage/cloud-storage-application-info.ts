import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { cents } from '../../payment.ts'
import { noInput } from '../../rules.ts'

/**
 * The organization's cloud storage at a glance: cameras, those with some in use, those of them that end within a week, what is kept. `days`: what
 * is kept of each of the last 30 days on which anything was recorded (UTC, epoch ms of its beginning), the oldest first.
 */
export const cloudStorageApplicationInfo = defineCall({
  path: '/vms/cloud-storage/application/info',
  input: noInput,
  output: z.object({
    cameras: z.int(),
    inUse: z.int(),
    expiring: z.int(),
    /** What ends first and is not followed by anything yet: of so many cameras, of which so many renew themselves before. */
    nextEnd: z.nullable(z.object({ atMs: z.number(), cameras: z.int(), renewing: z.int() })),
    recordings: z.int(),
    usedBytes: z.number(),
    days: z.array(z.object({ dayMs: z.number(), recordings: z.int(), usedBytes: z.number() })).check(z.maxLength(31)),
    /** Renewals that could not be charged yet, and can be paid by hand: why not, and when that is tried again (null: never). */
    renewals: z.array(
      z.object({
        orderId: z.string(),
        cameras: z.int(),
        amountCents: cents,
        payFault: z.nullable(z.int()),
        nextTryMs: z.nullable(z.number()),
        endsAtMs: z.number(),
      }),
    ),
    /** Devices that may have a free trial: none of them has had one, nor has the organization. */
    trialSns: z.array(z.string()),
  }),
  access: administrator,
  offline: 'cache',
})
