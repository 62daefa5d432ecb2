import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { serialNumber } from '../../rules.ts'
import { userCommand, userCommandResult } from './user-command.ts'

/**
 * Has a device carry out a command, and answers with what it says. What takes its time (reboot, upgrade, log-collect) is answered when it
 * has begun; push messages and `/vms/device/detail` tell how far it is. Fails with serial-number-unknown, no-device-permission,
 * device-offline, device-went-away (before it answered: it
 * may have done it), device-silent (no answer within 10 s), wrong-state (busy with another), device-cannot, device-refuses-value (value
 * refused), device-command-failed (it tried and failed), device-part-missing (no such disk or card), firmware-is-newest.
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
