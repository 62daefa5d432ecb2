import * as z from 'zod/mini'
import { defineCommand } from '../define-command.ts'
import { int, text, whole } from '../fields.ts'

/** Writes a picture of the window into the plugin's folder. Only the last 5 are kept. `createTime` in epoch ms. */
export const snap = defineCommand({
  name: 'snap',
  request: z.object({ tabId: text, winIndex: whole }),
  reply: z.object({ fileName: text, filePath: text, createTime: int }),
})
