import * as z from 'zod/mini'
import { streamKind } from '../../enums.ts'
import { defineCommand } from '../define-command.ts'
import { text, whole } from '../fields.ts'

/**
 * Shows a channel in a window of a tab. `mediaTicket` opens `/media?ticket=…` once and comes when the tab has no media
 * socket; the window's units come there as channel `winIndex`.
 */
export const preview = defineCommand({
  name: 'preview',
  request: z.object({ tabId: text, winIndex: whole, sn: text, chlIndex: whole, streamType: streamKind }),
  reply: z.object({ mediaTicket: z.optional(text) }),
})
