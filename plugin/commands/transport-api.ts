import { pluginCodes } from '#contract/plugin/command-registry.ts'
import type { transportApi as command } from '#contract/plugin/commands/transport-api.ts'
import { PluginFault } from '../plugin-fault.ts'
import type { Handler } from './handler.ts'

export const transportApi: Handler<typeof command> = async ({ session }, { sn, name, request }) => ({
  result: JSON.stringify((await session.askDevice(sn, name, parsed(request))) ?? null),
})

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw new PluginFault(pluginCodes.badXml, 'The request is no JSON.')
  }
}
