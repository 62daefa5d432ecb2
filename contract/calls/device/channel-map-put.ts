import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { channelIndex, nothing, serialNumber } from '../../rules.ts'
import { mapView } from '../../map-views.ts'
import { mapPosition } from '../../site-scenes.ts'

/**
 * An addition to the catalogue: puts a channel on the map, or takes it off. A view that is not named stays. Fails with channel-missing (not there, or not seen),
 * no-permission (no right to configure it).
 */
export const channelMapPut = defineCall({
  path: '/vms/channel/map/put',
  input: z.object({ sn: serialNumber, chlIndex: channelIndex, position: z.nullable(mapPosition), view: z.optional(z.nullable(mapView)) }),
  output: nothing,
  access: holdersOf('configure'),
  offline: 'none',
  changes: true,
})
