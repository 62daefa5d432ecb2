import type { WebSocket } from 'ws'
import { type CommandName, commands, pluginCodes } from '#contract/plugin/command-registry.ts'
import type { Command } from '#contract/plugin/define-command.ts'
import { NO_ID, type PluginFrame, readFrame, writeFault, writeReply } from '#contract/plugin/xml.ts'
import type { Log } from '#shared/log.ts'
import type { CommandContext, Handler } from './commands/handler.ts'
import { handlers } from './commands/handlers.ts'
import { PluginFault } from './plugin-fault.ts'

/** Broken messages in a row that a peer may send before it is taken for something else than our page. */
const MAX_BROKEN = 20
const POLICY_VIOLATION = 1008

/** Answers the XML commands of one page, each with one reply that carries its id. */
export function serveControl(socket: WebSocket, context: CommandContext, log: Log): void {
  let broken = 0
  socket.on('message', (data: Buffer, isBinary) => {
    const frame = isBinary ? undefined : readFrame(data.toString())
    if (frame?.kind !== 'request') {
      socket.send(writeFault('', NO_ID, pluginCodes.badXml))
      broken += 1
      if (broken >= MAX_BROKEN) socket.close(POLICY_VIOLATION, 'too many broken messages')
      return
    }
    broken = 0
    void reply(frame, context, log).then((xml) => socket.send(xml))
  })
}

type RequestFrame = Extract<PluginFrame, { kind: 'request' }>

async function reply(frame: RequestFrame, context: CommandContext, log: Log): Promise<string> {
  try {
    if (!isCommand(frame.name)) throw new PluginFault(pluginCodes.unknownCommand, 'There is no such command.')
    return await run(frame.name, frame, context)
  } catch (error) {
    const code = error instanceof PluginFault ? error.code : pluginCodes.internal
    log(code === pluginCodes.internal ? 'error' : 'info', `${JSON.stringify(frame.name)} failed with ${code}: ${String(error)}`)
    return writeFault(frame.name, frame.id, code)
  }
}

function isCommand(name: string): name is CommandName {
  return Object.hasOwn(commands, name)
}

async function run(name: CommandName, frame: RequestFrame, context: CommandContext): Promise<string> {
  const command: Command = commands[name]
  const request = command.request.safeParse(frame.body)
  if (!request.success) throw new PluginFault(pluginCodes.badXml, 'A field is missing or does not say what it should.')
  // The type of `handlers` has proved that each takes what its own command's schema gives.
  const handler = handlers[name] as Handler<Command>
  // Fields in the order of the schema, whatever order they were put together in.
  return writeReply(command, frame.id, command.reply.parse(await handler(context, request.data)))
}
