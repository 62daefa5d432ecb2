import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { serialNumber } from '../../rules.ts'
import { userCommand, userCommandResult } from './user-command.ts'

/**
 * Has a device carry out a command, and answers with what it says. What takes its time (reboot, upgrade, log-collect) is answered when it has begun; push
 * messages and `/vms/device/detail` tell how far it is. Fails with 33003, 33001, 7062 (offline), 33007 (no answer within 10 s), 6000 (busy with another),
 * 33022 (it cannot), 33023 (value refused), 33024 (it tried and failed), 33029 (no such disk or card), 33030 (firmware is the newest).
 */
export const devCmdExecute = defineCall({
  path: '/vms/dev-cmd/execute',
  input: z.object({ sn: serialNumber, command: userCommand }),
  output: userCommandResult,
  access: holdersOf('configure'),
  offline: 'none',
  changes: true,
  rate: { calls: 120, perMs: 60_000 },
})
