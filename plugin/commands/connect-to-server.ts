import { pluginCodes } from '#contract/plugin/command-registry.ts'
import type { connectToServer as command } from '#contract/plugin/commands/connect-to-server.ts'
import { PluginFault } from '../plugin-fault.ts'
import type { Handler } from './handler.ts'

export const connectToServer: Handler<typeof command> = async ({ session, origins, replaceOlder }, { address, ticket, sessionId }) => {
  // Only origins from the plugin's own settings: a page must not make this machine connect to a host of its choice.
  const origin = URL.canParse(address) ? new URL(address).origin : undefined
  if (origin === undefined || !origins.includes(origin)) {
    throw new PluginFault(pluginCodes.refused, 'The address is not one that this plugin serves.')
  }
  await session.connect(origin, ticket)
  if (sessionId !== undefined) replaceOlder(sessionId)
  return {}
}
