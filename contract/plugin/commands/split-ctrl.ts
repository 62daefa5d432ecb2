import * as z from 'zod/mini'
import { defineCommand } from '../define-command.ts'
import { decimal, flag, list, tabIdentifier, text, wholeBetween, windowIndex } from '../fields.ts'
import { playMode } from '../play-mode.ts'

/** A window as the plugin knows it. `isPlayback`: it shows the past. */
const windowState = z.object({
  winIndex: windowIndex,
  sn: text,
  chlIndex: wholeBetween(0, 255),
  isPlayback: flag,
  speed: decimal,
  volume: wholeBetween(0, 100),
  playMode,
})

/** Divides the wall of a tab into so many windows: those of the wall with a higher index stop and are bound no longer. Answers with the windows that show something. */
export const splitCtrl = defineCommand({
  name: 'splitCtrl',
  request: z.object({ tabId: tabIdentifier, splitNum: wholeBetween(1, 64) }),
  reply: z.object({ windows: list(windowState) }),
})
