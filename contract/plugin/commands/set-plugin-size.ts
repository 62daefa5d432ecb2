import * as z from 'zod/mini'
import { defineCommand } from '../define-command.ts'
import { text, whole } from '../fields.ts'

/** The size of a window in device pixels. Retried every 300 ms when it fails (spec 2, section 7). */
export const setPluginSize = defineCommand({
  name: 'SetPluginSize',
  request: z.object({ tabId: text, winIndex: whole, width: whole, height: whole }),
  reply: z.object({}),
})
