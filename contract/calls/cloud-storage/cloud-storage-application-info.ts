import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
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
    recordings: z.int(),
    usedBytes: z.number(),
    days: z.array(z.object({ dayMs: z.number(), recordings: z.int(), usedBytes: z.number() })).check(z.maxLength(31)),
    /** Devices that have not had their free trial. */
    trialSns: z.array(z.string()),
  }),
  access: administrator,
  offline: 'cache',
})
