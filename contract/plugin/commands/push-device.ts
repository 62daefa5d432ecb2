import * as z from 'zod/mini'
import { serialNumber } from '../../rules.ts'
import { defineCommand } from '../define-command.ts'
import { int, text } from '../fields.ts'

/** Tells the plugin of a device whose channels windows may be bound to. Told again it replaces what was told before. */
export const pushDevice = defineCommand({
  name: 'pushDevice',
  request: z.object({ sn: serialNumber, devType: int, name: text }),
  reply: z.object({}),
})
