import { type CommandRequest, type CommandResult, deviceCommands } from '#contract/device-commands.ts'
import type { PassThroughName } from '#contract/device-pass-through.ts'
import { pluginCodes } from '#contract/plugin/command-registry.ts'
import { PluginFault } from './plugin-fault.ts'
import type { PluginSession } from './plugin-session.ts'

/** Has a device carry out a command, through the service. Throws `PluginFault` 409, 500 for a result that cannot be read, and the service's codes. */
export async function runOnDevice<Name extends PassThroughName>(
  session: PluginSession,
  sn: string,
  name: Name,
  request: CommandRequest<Name>,
): Promise<CommandResult<Name>> {
  const result = deviceCommands[name].result.safeParse(await session.askDevice(sn, name, request))
  if (!result.success) throw new PluginFault(pluginCodes.internal, `The result of ${name} cannot be read.`)
  return result.data as CommandResult<Name>
}
