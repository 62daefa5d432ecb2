import { devCmdExecute as call } from '#contract/calls/device/dev-cmd-execute.ts'
import { userCommandName } from '#contract/calls/device/user-command.ts'
import type { OutputOf } from '#contract/define-call.ts'
import { deviceCommands as commands } from '#contract/device-commands.ts'
import { handler } from '../handler.ts'

export const devCmdExecute = handler(
  call,
  async ({ sn, command: { name, ...request } }, { rights, deviceCommands }, caller) => {
    await rights.requireDevice(caller, sn, 'configure')
    // What was parsed as a command of this name has the request of this name, and so does the answer.
    const result = await deviceCommands.run(sn, name, request)
    return { name, result } as OutputOf<typeof call>
  },
  { isChange },
)

/** Whoever looks at a device's disks changes nothing: only what does is written down, as of what comes through the plugin. */
function isChange(question: unknown): boolean {
  const { data: name } = userCommandName.safeParse((question as { command?: { name?: unknown } } | null)?.command?.name)
  return name === undefined || commands[name].changes
}
