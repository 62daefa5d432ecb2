import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { deviceStatus } from '../../enums.ts'
import { noInput } from '../../rules.ts'

/** A bridge of the organization: a device on a site's network that serves the cameras there. */
const bridge = z.object({ sn: z.string(), name: z.string(), siteId: z.string(), siteName: z.string(), status: deviceStatus })
export type Bridge = z.output<typeof bridge>

/** An addition to the catalogue: the bridges that the person may configure, by name, 200 at most. */
export const bridgeList = defineCall({
  path: '/vms/device/bridge/list',
  input: noInput,
  output: z.object({ bridges: z.array(bridge) }),
  access: holdersOf('configure'),
  offline: 'none',
})
