import * as z from 'zod/mini'
import { defineCommand } from '../define-command.ts'
import { text } from '../fields.ts'

/** Connects the plugin to the service with a one-time ticket. The plugin never holds the session's token. */
export const connectToServer = defineCommand({
  name: 'connectToServer',
  request: z.object({ address: text, ticket: text }),
  reply: z.object({}),
})
