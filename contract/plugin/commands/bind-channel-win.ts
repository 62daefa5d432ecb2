import * as z from 'zod/mini'
import { serialNumber } from '../../rules.ts'
import { defineCommand } from '../define-command.ts'
import { channelNumber, tabIdentifier, windowIndex } from '../fields.ts'

const label = z.string().check(z.maxLength(128))

/**
 * Says which channel a window is for, and how people call it: pictures taken of it are named so. A window that shows another channel stops.
 * Fails with 413 for a device that the plugin was not told of (`pushDevice`).
 */
export const bindChannelWin = defineCommand({
  name: 'bindChannelWin',
  request: z.object({
    tabId: tabIdentifier,
    winIndex: windowIndex,
    sn: serialNumber,
    chlIndex: channelNumber,
    siteName: z.optional(label),
    channelName: z.optional(label),
  }),
  reply: z.object({}),
})
