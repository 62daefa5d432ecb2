import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { bridgeCommands } from '../../bridge-cameras.ts'
import { defineCall } from '../../define-call.ts'
import { serialNumber } from '../../rules.ts'

/** An addition to the catalogue: the cameras of a bridge that are the organization's. Needs the right `configure` on the bridge. Fails as `bridgeSearch`. */
export const bridgeCameraList = defineCall({
  path: '/vms/device/bridge/camera/list',
  input: z.object({ sn: serialNumber }),
  output: bridgeCommands['cameras-get'].result,
  access: holdersOf('configure'),
  offline: 'none',
})
