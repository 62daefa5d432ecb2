import * as z from 'zod/mini'
import { defineCommand } from '../define-command.ts'
import { tabIdentifier, wholeBetween } from '../fields.ts'

/** `winIndex` that stands for all windows of the tab. */
export const ALL_WINDOWS = -1

/** Stops a window, or with `winIndex` -1 all windows of the tab. One that shows nothing is stopped already: code 200. */
export const stop = defineCommand({
  name: 'stop',
  request: z.object({ tabId: tabIdentifier, winIndex: wholeBetween(ALL_WINDOWS, 255) }),
  reply: z.object({}),
})
