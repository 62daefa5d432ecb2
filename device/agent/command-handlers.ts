import {
  deviceCommands,
  type CommandFault,
  type CommandRequest,
  type CommandResult,
  type DeviceCommandName,
} from '#contract/device-commands.ts'
import type { FromDevice } from '#contract/device-gateway.ts'
import type { Log } from '#shared/log.ts'

/** What a device can do when it is told to. A command without a handler is answered with `unsupported`. */
export type CommandHandlers = {
  readonly [Name in DeviceCommandName]?: (request: CommandRequest<Name>) => CommandResult<Name> | Promise<CommandResult<Name>>
}
export type CommandOutcome = Extract<FromDevice, { kind: 'command-result' }>['outcome']

/** What a handler throws to say why it does not do it. `field` names the value that it refuses. */
export class Refusal extends Error {
  readonly fault: CommandFault
  readonly field: string | undefined

  constructor(fault: CommandFault, field?: string) {
    super(fault)
    this.fault = fault
    this.field = field
  }
}

/** Carries a command out; never throws. */
export async function carryOut(handlers: CommandHandlers, name: string, request: unknown, log: Log): Promise<CommandOutcome> {
  if (!isSupported(handlers, name)) return { ok: false, fault: 'unsupported' }
  const parsed = deviceCommands[name].request.safeParse(request)
  if (!parsed.success) return { ok: false, fault: 'bad-value', field: parsed.error.issues[0]?.path.map(String).join('.').slice(0, 64) }
  // The name says which of the handlers it is, and its schema what it is given.
  const handler = handlers[name] as (parsed: unknown) => unknown
  try {
    return { ok: true, result: await handler(parsed.data) }
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, fault: error.fault, field: error.field }
    log('error', `${name} failed: ${error instanceof Error ? error.message : 'unknown'}`)
    return { ok: false, fault: 'failed' }
  }
}

function isSupported(handlers: CommandHandlers, name: string): name is DeviceCommandName {
  return Object.hasOwn(handlers, name) && Object.hasOwn(deviceCommands, name)
}
