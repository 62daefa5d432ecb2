import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { nothing, serialNumber } from '../../rules.ts'
import { screenSize } from '../../screen-size.ts'
import { stationOutput } from '../../station.ts'

/** An addition to the catalogue: the size of the screen at an output. Fails with serial-number-unknown. */
export const stationScreenSet = defineCall({
  path: '/vms/station/screen/set',
  input: z.object({ sn: serialNumber, voId: stationOutput, dpi: screenSize }),
  output: nothing,
  access: administrator,
  offline: 'none',
  changes: true,
  alters: 'stations',
})
