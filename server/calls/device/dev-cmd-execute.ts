import { devCmdExecute as call } from '#contract/calls/device/dev-cmd-execute.ts'
import type { OutputOf } from '#contract/define-call.ts'
import { handler } from '../handler.ts'

export const devCmdExecute = handler(call, async ({ sn, command: { name, ...request } }, { rights, deviceCommands }, caller) => {
  await rights.requireDevice(caller, sn, 'configure')
  // What was parsed as a command of this name has the request of this name, and so does the answer.
  const result = await deviceCommands.run(sn, name, request)
  return { name, result } as OutputOf<typeof call>
})
