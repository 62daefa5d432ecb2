import * as z from 'zod/mini'
import { defineCommand } from '../define-command.ts'
import { int, tabIdentifier, text, windowIndex } from '../fields.ts'

/**
 * Writes the newest picture of the window into the plugin's folder as a JPEG file. Only the last 5 are kept.
 * `createTime` in epoch ms, by this machine's clock. Fails with 501, 502 or 503.
 */
export const snap = defineCommand({
  name: 'snap',
  request: z.object({ tabId: tabIdentifier, winIndex: windowIndex }),
  reply: z.object({ fileName: text, filePath: text, createTime: int }),
})
