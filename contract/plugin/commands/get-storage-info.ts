import * as z from 'zod/mini'
import { serialNumber } from '../../rules.ts'
import { defineCommand } from '../define-command.ts'
import { decimal, list, text } from '../fields.ts'

/** The places for recordings of a device; `raid` only where it has one. Fails with 409 and the codes of `/vms/dev-cmd/execute`. */
export const getStorageInfo = defineCommand({
  name: 'getStorageInfo',
  request: z.object({ sn: serialNumber }),
  reply: z.object({
    disks: list(z.object({ diskId: text, model: text, status: text, totalBytes: decimal, freeBytes: decimal })),
    raid: z.optional(z.object({ level: text, status: text })),
  }),
  asksDevice: true,
})
