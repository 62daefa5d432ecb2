import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { cameraToTry, triedCamera } from '../../bridge-cameras.ts'
import { defineCall } from '../../define-call.ts'
import { serialNumber } from '../../rules.ts'

/**
 * An addition to the catalogue: has a bridge ask a camera of its network what it is, and for its first picture. What is wrong with the camera is
 * an answer, not an error. Nothing is kept, and address and password go into no trail. Needs the right `configure` on the bridge. Fails as
 * `bridgeSearch`, and with wrong-state (it tries others).
 */
export const bridgeCameraTry = defineCall({
  path: '/vms/device/bridge/camera/try',
  input: z.object({ sn: serialNumber, camera: cameraToTry }),
  output: triedCamera,
  access: holdersOf('configure'),
  offline: 'none',
  changes: true,
  rate: { calls: 120, perMs: 60_000 },
})
