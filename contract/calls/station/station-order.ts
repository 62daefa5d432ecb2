import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { serialNumber } from '../../rules.ts'
import { stationLimits, stationOutput } from '../../station.ts'

const order = z.discriminatedUnion('kind', [
  /** Its page begins anew. */
  z.object({ kind: z.literal('reload') }),
  /** A large number on the screen for some seconds, so that somebody in front of it can say which it is. */
  z.object({ kind: z.literal('identify') }),
  z.object({ kind: z.literal('mute'), isMuted: z.boolean() }),
  /** A line over what is shown, for so long; an empty one takes it away. */
  z.object({
    kind: z.literal('message'),
    text: z.string().check(z.trim(), z.maxLength(stationLimits.messageCharacters, { error: 'too-long' })),
    lastsMs: z.int().check(z.minimum(1_000), z.maximum(stationLimits.messageMs)),
  }),
])

/**
 * An addition to the catalogue: what the office has a screen do. `isHere`: it is connected, and does it at once; else a message and the sound are as they
 * should be when it is back, and nothing comes of the other orders. Fails with serial-number-unknown.
 */
export const stationOrder = defineCall({
  path: '/vms/station/order',
  input: z.object({ sn: serialNumber, voId: stationOutput, order }),
  output: z.object({ isHere: z.boolean() }),
  access: administrator,
  offline: 'none',
  changes: true,
  alters: 'stations',
})
