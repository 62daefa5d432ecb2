import { deviceEdit as call } from '#contract/calls/device/device-edit.ts'
import { CallFault } from '../call-fault.ts'
import { handler } from '../handler.ts'
import { boundDevices, toDevice } from './views.ts'

export const deviceEdit = handler(call, async ({ sn, name, siteId }, { db, rights, devices }, caller) => {
  await rights.requireDevice(caller, sn, 'configure')
  if (siteId !== undefined) {
    if (caller.role !== 'administrator') throw new CallFault('call-not-permitted')
    await rights.requireSite(caller, siteId)
  }
  await devices.edit(sn, { name, siteId })
  return toDevice(await boundDevices(db).where('device.sn', '=', sn).executeTakeFirstOrThrow())
})
