import * as z from 'zod/mini'
import { serialNumber } from '../../rules.ts'
import { defineCommand } from '../define-command.ts'
import { decimal, text } from '../fields.ts'

/** The memory card of a camera; status `none` without one. Fails with 409 and the codes of `/vms/dev-cmd/execute`. */
export const getSdCardStatus = defineCommand({
  name: 'getSdCardStatus',
  request: z.object({ sn: serialNumber }),
  reply: z.object({ status: text, totalBytes: decimal, freeBytes: decimal }),
  asksDevice: true,
})
