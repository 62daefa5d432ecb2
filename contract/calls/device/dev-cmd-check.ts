import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { serialNumber } from '../../rules.ts'
import { activityState } from './device-activity.ts'
import { userCommandName } from './user-command.ts'

/**
 * Whether a device would take a command now. `code` is what executing it would fail with: device-offline, device-cannot, wrong-state
 * (busy); null when nothing stands in its way. Fails with serial-number-unknown, no-device-permission.
 */
export const devCmdCheck = defineCall({
  path: '/vms/dev-cmd/check',
  input: z.object({ sn: serialNumber, name: userCommandName }),
  output: z.extend(activityState, { isPossible: z.boolean(), code: z.nullable(z.int()) }),
  access: holdersOf('configure'),
  offline: 'none',
})
