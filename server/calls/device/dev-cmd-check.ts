import { devCmdCheck as call } from '#contract/calls/device/dev-cmd-check.ts'
import { codeOf } from '#contract/errors.ts'
import { handler } from '../handler.ts'

export const devCmdCheck = handler(call, async ({ sn, name }, { rights, activities, deviceCommands }, caller) => {
  await rights.requireDevice(caller, sn, 'configure')
  const obstacle = await deviceCommands.obstacle(sn, name)
  return { ...(await activities.of(sn)), isPossible: obstacle === null, code: obstacle === null ? null : codeOf(obstacle) }
})
