import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { nothing, serialNumber } from '../../rules.ts'

/**
 * An addition to the catalogue: takes a camera out of its bridge, which forgets its address and password, and out of the organization. Needs the
 * right `configure` on the bridge and on the camera. Fails as `bridgeSearch`, and with device-part-missing (the bridge has no such camera).
 */
export const bridgeCameraRemove = defineCall({
  path: '/vms/device/bridge/camera/remove',
  input: z.object({ sn: serialNumber, cameraSn: serialNumber }),
  output: nothing,
  access: holdersOf('configure'),
  offline: 'none',
  changes: true,
})
