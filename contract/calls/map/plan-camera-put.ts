import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { planPlace } from '../../map-views.ts'
import { channelIndex, identifier, nothing, serialNumber } from '../../rules.ts'

/**
 * An addition to the catalogue: puts a camera on a plan of its site, or takes it off. Fails with plan-missing (not there, or its site is not
 * seen), channel-missing (not there, not seen, or of another site), no-permission (no right to configure it).
 */
export const planCameraPut = defineCall({
  path: '/vms/site/plan/camera/put',
  input: z.object({ planId: identifier, sn: serialNumber, chlIndex: channelIndex, place: z.nullable(planPlace) }),
  output: nothing,
  access: holdersOf('configure'),
  offline: 'none',
  changes: true,
  alters: 'maps',
})
