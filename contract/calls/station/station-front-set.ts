import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { nothing, serialNumber } from '../../rules.ts'
import { stationFront, stationOutput } from '../../station.ts'

/**
 * An addition to the catalogue: alarms of which places come to the front of an output; null: of none. Fails with serial-number-unknown,
 * site-missing, channel-missing.
 */
export const stationFrontSet = defineCall({
  path: '/vms/station/front/set',
  input: z.object({ sn: serialNumber, voId: stationOutput, front: z.nullable(stationFront) }),
  output: nothing,
  access: administrator,
  offline: 'none',
  changes: true,
  alters: 'stations',
})
