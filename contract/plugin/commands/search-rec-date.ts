import * as z from 'zod/mini'
import { serialNumber } from '../../rules.ts'
import { defineCommand } from '../define-command.ts'
import { channelNumber, list, text } from '../fields.ts'

/**
 * Days of a month, `2025-11`, on which the device has recordings of a channel, as `2025-11-21`, in this time zone (`Europe/Amsterdam`).
 * Fails with 409, the codes of `/vms/dev-cmd/execute`, and device-refuses-value for a time zone that nobody knows.
 */
export const searchRecDate = defineCommand({
  name: 'searchRECDate',
  request: z.object({
    sn: serialNumber,
    chlIndex: channelNumber,
    month: z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/)),
    timeZone: z.string().check(z.minLength(1), z.maxLength(64)),
  }),
  reply: z.object({ days: list(text) }),
  asksDevice: true,
})
