import * as z from 'zod/mini'
import { defineCommand } from '../define-command.ts'
import { pixels, tabIdentifier, windowIndex } from '../fields.ts'

/**
 * The size of a window in device pixels, by which the plugin chooses main or sub stream from then on. Retried every
 * 300 ms when it fails (spec 2, section 7).
 */
export const setPluginSize = defineCommand({
  name: 'SetPluginSize',
  request: z.object({ tabId: tabIdentifier, winIndex: windowIndex, width: pixels, height: pixels }),
  reply: z.object({}),
})
