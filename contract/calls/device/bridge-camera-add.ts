import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { cameraToAdd, refusedCamera } from '../../bridge-cameras.ts'
import { defineCall } from '../../define-call.ts'
import { serialNumber } from '../../rules.ts'
import { device } from './device.ts'

/**
 * An addition to the catalogue: has a bridge keep a camera of its network, and binds it to the bridge's site as a device of its own. What is wrong
 * with the camera is an answer, not an error. Needs the right `configure` on the bridge. Fails as `bridgeCameraTry`, with device-full (128 cameras),
 * too-many-devices, and as the licence guard does when it is not covered.
 */
export const bridgeCameraAdd = defineCall({
  path: '/vms/device/bridge/camera/add',
  input: z.object({ sn: serialNumber, camera: cameraToAdd }),
  output: z.discriminatedUnion('ok', [z.object({ ok: z.literal(true), device }), refusedCamera]),
  access: holdersOf('configure'),
  offline: 'none',
  changes: true,
  rate: { calls: 120, perMs: 60_000 },
})
