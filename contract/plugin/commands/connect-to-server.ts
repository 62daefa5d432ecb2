import * as z from 'zod/mini'
import { defineCommand } from '../define-command.ts'
import { sessionIdentifier, text } from '../fields.ts'

/**
 * Connects the plugin to the service's relay with a one-time ticket. The plugin never holds the session's token.
 * `address` is the origin of the service as the browser knows it, `https://video.example.org`. Fails with 403 (address
 * not among the plugin's origins, or ticket refused) or 504. Sent again, with a fresh ticket, it keeps the windows and
 * opens their channels anew. When the connection is lost later, the windows hear `failed` `lost` and the control socket
 * gets an unasked reply `<reply id="0" name="connectToServer" code="409" …>`. An older control socket of the same `sessionId` is
 * closed once the ticket is taken: its worker hangs and cannot close it.
 */
export const connectToServer = defineCommand({
  name: 'connectToServer',
  request: z.object({ address: text, ticket: text, sessionId: z.optional(sessionIdentifier) }),
  reply: z.object({}),
})
