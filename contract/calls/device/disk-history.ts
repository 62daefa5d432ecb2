import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { diskId } from '../../device-commands.ts'
import { serialNumber } from '../../rules.ts'

/** The memory card among the disks of a device. */
export const CARD_ID = 'sd'
/** Between one sample and the next, and for how long they are kept. */
export const DISK_SAMPLE_MS = 3 * 60 * 60_000
export const DISK_SAMPLES_KEPT_MS = 30 * 24 * 60 * 60_000

/**
 * An addition to the catalogue: how full and how warm a disk was, or the memory card (`sd`), the oldest first; one sample every three hours in which the
 * device was there. Fails with serial-number-unknown, no-device-permission.
 */
export const diskHistory = defineCall({
  path: '/vms/device/disk/history',
  input: z.object({ sn: serialNumber, diskId }),
  output: z.object({
    samples: z.array(
      z.object({
        atMs: z.number(),
        usedBytes: z.nullable(z.number()),
        totalBytes: z.nullable(z.number()),
        temperatureC: z.nullable(z.number()),
      }),
    ),
  }),
  access: holdersOf('configure'),
  offline: 'cache',
})
export type DiskSample = z.output<typeof diskHistory.output>['samples'][number]
