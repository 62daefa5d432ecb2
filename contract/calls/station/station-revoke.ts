import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { nothing, serialNumber } from '../../rules.ts'

/**
 * An addition to the catalogue: takes the permission of a station's screen back, at once. What it shows is kept for the screen that is paired
 * next. Fails with serial-number-unknown.
 */
export const stationRevoke = defineCall({
  path: '/vms/station/revoke',
  input: z.object({ sn: serialNumber }),
  output: nothing,
  access: administrator,
  offline: 'none',
  changes: true,
  alters: 'stations',
})
