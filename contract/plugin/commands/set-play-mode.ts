import * as z from 'zod/mini'
import { defineCommand } from '../define-command.ts'
import { tabIdentifier, windowIndex } from '../fields.ts'
import { playMode } from '../play-mode.ts'

/** Sets how a window plays from its next key frame on. Fails with 409 and 410. */
export const setPlayMode = defineCommand({
  name: 'SetPlayMode',
  request: z.object({ tabId: tabIdentifier, winIndex: windowIndex, playMode }),
  reply: z.object({}),
})
