import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { channelIndex, serialNumber } from '../../rules.ts'
import { stationOutput, stationWish } from '../../station.ts'
import { remoteState } from './station-remote-get.ts'

const command = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('show'), wish: stationWish }),
  /** A camera that is on the screen, alone. */
  z.object({ kind: z.literal('full'), channel: z.object({ sn: serialNumber, chlIndex: channelIndex }) }),
  /** All windows again. */
  z.object({ kind: z.literal('all') }),
  /** The next view of a tour, or the one before. */
  z.object({ kind: z.literal('step'), by: z.literal([1, -1]) }),
  z.object({ kind: z.literal('schedule') }),
])

/**
 * An addition to the catalogue: has an output show something for two hours, or until it is to go by its schedule again. Of layouts and tours it shows
 * the cameras that the person sees. Fails with serial-number-unknown, no-device-permission, channel-missing, no-permission, not-found.
 */
export const stationRemoteDo = defineCall({
  path: '/vms/station/remote/do',
  input: z.object({ sn: serialNumber, voId: stationOutput, command }),
  output: remoteState,
  access: holdersOf('ptz'),
  offline: 'none',
  changes: true,
  alters: 'stations',
})
