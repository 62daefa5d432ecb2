import * as z from 'zod/mini'
import { defineCommand } from '../define-command.ts'
import { tabIdentifier, windowIndex, wholeBetween } from '../fields.ts'

/** Sets the loudness of a window, percent; it is kept while the window shows something. Fails with 409 and 410. */
export const setVolume = defineCommand({
  name: 'SetVolume',
  request: z.object({ tabId: tabIdentifier, winIndex: windowIndex, volume: wholeBetween(0, 100) }),
  reply: z.object({}),
})
