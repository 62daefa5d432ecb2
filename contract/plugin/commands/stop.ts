import * as z from 'zod/mini'
import { defineCommand } from '../define-command.ts'
import { text, whole } from '../fields.ts'

/** Stops a window; `winIndex` -1 stops all windows of the tab. */
export const stop = defineCommand({
  name: 'stop',
  request: z.object({
    tabId: text,
    winIndex: z.union([
      whole,
      z.pipe(
        z.literal('-1'),
        z.transform(() => -1),
      ),
      z.literal(-1),
    ]),
  }),
  reply: z.object({}),
})
