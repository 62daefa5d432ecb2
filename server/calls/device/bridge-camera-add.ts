import { bridgeCameraAdd as call } from '#contract/calls/device/bridge-camera-add.ts'
import { handler } from '../handler.ts'
import { boundDevices, toDevice } from './views.ts'

export const bridgeCameraAdd = handler(call, async ({ sn, camera }, { bridges, db }, caller) => {
  const added = await bridges.addCamera(caller, sn, camera)
  if (!added.ok) return added
  const device = await boundDevices(db).where('device.sn', '=', added.sn).executeTakeFirstOrThrow()
  return { ok: true, device: toDevice(device) } as const
})
