import { deviceBind as call } from '#contract/calls/device/device-bind.ts'
import { CallFault } from '../../call-fault.ts'
import { handler } from '../../handler.ts'
import { isSecurityCode } from '../../security-code.ts'
import { boundDevices, toDevice } from './views.ts'

export const deviceBind = handler(call, async (input, { db, devices, bindGuard }, { organizationId }) => {
  const { sn, securityCode, siteId, name } = input
  const sites = db.selectFrom('site').where('id', '=', siteId).where('organization_id', '=', organizationId)
  const site = await sites.select('id').executeTakeFirst()
  if (site === undefined) throw new CallFault(33006)
  const keyHex = await devices.findKey(sn)
  if (keyHex === undefined) throw new CallFault(33003)
  bindGuard.begin(sn)
  if (!(await isSecurityCode(securityCode, sn, keyHex))) throw new CallFault(33004)
  bindGuard.succeeded(sn)
  if (!(await devices.bind(sn, { id: site.id, organizationId }, name))) throw new CallFault(33010)
  return toDevice(await boundDevices(db).where('device.sn', '=', sn).executeTakeFirstOrThrow())
})
