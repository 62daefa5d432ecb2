import * as z from 'zod/mini'
import { serialNumber } from '../../rules.ts'
import { defineCommand } from '../define-command.ts'
import { text } from '../fields.ts'

/**
 * Has a device carry out any command that passes through the plugin (`passThrough` in `contract/device-pass-through.ts`). `request` and
 * `result` are the command's own (`contract/device-commands.ts`), as JSON. The commands for people's use have fields of their own; this is
 * for what has none yet. Fails with 409, and with the codes of `/vms/dev-cmd/execute`, parameter-error for what does not pass.
 */
export const transportApi = defineCommand({
  name: 'transportApi',
  request: z.object({ sn: serialNumber, name: z.string().check(z.minLength(1), z.maxLength(32)), request: text }),
  reply: z.object({ result: z.string().check(z.maxLength(48_000)) }),
  asksDevice: true,
})
