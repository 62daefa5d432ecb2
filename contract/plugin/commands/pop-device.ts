import * as z from 'zod/mini'
import { serialNumber } from '../../rules.ts'
import { defineCommand } from '../define-command.ts'

/** Takes a device back, as when it is no longer the person's: windows of all tabs that show it stop, and are bound no longer. Fails with 413. */
export const popDevice = defineCommand({
  name: 'popDevice',
  request: z.object({ sn: serialNumber }),
  reply: z.object({}),
})
