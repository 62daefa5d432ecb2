import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { channelIndex, nothing, serialNumber } from '../../rules.ts'
import { mapPosition } from '../../site-scenes.ts'

/**
 * An addition to the catalogue: puts a channel on the map, or takes it off. Fails with channel-missing (not there, or not seen),
 * no-permission (no right to configure it).
 */
export const channelMapPut = defineCall({
  path: '/vms/channel/map/put',
  input: z.object({ sn: serialNumber, chlIndex: channelIndex, position: z.nullable(mapPosition) }),
  output: nothing,
  access: holdersOf('configure'),
  offline: 'none',
  changes: true,
})
