import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { lengths } from '../../limits.ts'
import { identifier, name, serialNumber } from '../../rules.ts'
import { pairingCode } from '../../station.ts'

/**
 * An addition to the catalogue: makes the screen that shows this code a viewing station of the site; with `sn` it takes the place of that
 * station's screen, which has no permission any more. Fails with station-code-wrong, site-missing, serial-number-unknown, too-many-stations, too-many-devices
 * and too-frequent (too many wrong codes).
 */
export const stationPair = defineCall({
  path: '/vms/station/pair',
  input: z.object({ pairingCode, name: name(lengths.deviceName), siteId: identifier, sn: z.optional(serialNumber) }),
  output: z.object({ sn: z.string() }),
  access: administrator,
  offline: 'none',
  changes: true,
  alters: 'stations',
  rate: { calls: 30, perMs: 60_000 },
})
