import * as z from 'zod/mini'
import { defineCommand } from '../define-command.ts'
import { flag, pixels, tabIdentifier, wholeBetween, windowIndex } from '../fields.ts'

/**
 * The size of a window in device pixels, by which the plugin chooses main or sub stream from then on. A plugin that draws its own window over
 * the page (`isNative` of `getOCXVersion`) is told the place too, from the corner of what the browser shows of the page, and whether the window
 * may be seen: dialogs and menus lie over it otherwise. Retried every 300 ms when it fails (rule 7.4).
 */
export const setPluginSize = defineCommand({
  name: 'SetPluginSize',
  request: z.object({
    tabId: tabIdentifier,
    winIndex: windowIndex,
    width: pixels,
    height: pixels,
    left: z.optional(wholeBetween(-32_767, 32_767)),
    top: z.optional(wholeBetween(-32_767, 32_767)),
    isShown: z.optional(flag),
  }),
  reply: z.object({}),
})
