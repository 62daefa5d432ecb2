import * as z from 'zod/mini'
import { streamKind } from '../../enums.ts'
import { serialNumber } from '../../rules.ts'
import { defineCommand } from '../define-command.ts'
import { channelNumber, tabIdentifier, text, windowIndex } from '../fields.ts'

/**
 * Shows a channel in a window of a tab, in place of what the window showed. `streamType` holds until the first
 * `SetPluginSize`. `mediaTicket` opens `/media?ticket=…` once, within 30 s, and comes when the tab has no media socket;
 * the window's units come there as channel `winIndex`. A tab that opens a second media socket loses the first; one that
 * closes its media socket loses its windows.
 */
export const preview = defineCommand({
  name: 'preview',
  request: z.object({ tabId: tabIdentifier, winIndex: windowIndex, sn: serialNumber, chlIndex: channelNumber, streamType: streamKind }),
  reply: z.object({ mediaTicket: z.optional(text) }),
})
