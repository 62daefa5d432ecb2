import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { serialNumber } from '../../rules.ts'
import { stationOutput, stationWish } from '../../station.ts'

/**
 * An addition to the catalogue: has an output show this from now on, until the next time of its schedule begins. A layout or a tour is taken as it is
 * now. `isHere`: its screen is connected, and shows it at once; else it does when it is back. Fails with serial-number-unknown, channel-missing,
 * not-found (no such layout, tour or view, or nothing in it).
 */
export const stationShow = defineCall({
  path: '/vms/station/show',
  input: z.object({ sn: serialNumber, voId: stationOutput, wish: stationWish }),
  output: z.object({ isHere: z.boolean() }),
  access: administrator,
  offline: 'none',
  changes: true,
  alters: 'stations',
})
