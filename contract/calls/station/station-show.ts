import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { nothing, serialNumber } from '../../rules.ts'
import { stationOutput, stationWish } from '../../station.ts'

/**
 * An addition to the catalogue: has an output show this from now on. A layout or a tour is taken as it is now. Fails with
 * serial-number-unknown, channel-missing, not-found (no such layout or tour, or nothing in it).
 */
export const stationShow = defineCall({
  path: '/vms/station/show',
  input: z.object({ sn: serialNumber, voId: stationOutput, wish: stationWish }),
  output: nothing,
  access: administrator,
  offline: 'none',
  changes: true,
  alters: 'stations',
})
