import { deviceBind as call } from '#contract/calls/device/device-bind.ts'
import type { InputOf } from '#contract/define-call.ts'
import type { Context } from '../../context.ts'
import { deviceStatuses } from '#contract/enums.ts'
import { CallFault } from '../call-fault.ts'
import type { Db } from '../../db/open.ts'
import { handler } from '../handler.ts'
import { isSecurityCode } from '../../devices/security-code.ts'
import { boundDevices, toDevice } from './views.ts'

export const deviceBind = handler(call, async (input, context, { organizationId }) => {
  await bindDevice(input, context, organizationId)
  return toDevice(await boundDevices(context.db).where('device.sn', '=', input.sn).executeTakeFirstOrThrow())
})

/** Binds one device. Fails as `deviceBind` of the contract says. */
export async function bindDevice(input: InputOf<typeof call>, context: Context, organizationId: string): Promise<void> {
  const { db, devices, licences, bindGuard } = context
  const { sn, securityCode, siteId, name, devType } = input
  const sites = db.selectFrom('site').where('id', '=', siteId).where('organization_id', '=', organizationId)
  const site = await sites.select('id').executeTakeFirst()
  if (site === undefined) throw new CallFault('site-missing')
  bindGuard.begin(sn, organizationId)
  const device = await db
    .selectFrom('device')
    .where('sn', '=', sn)
    .select(['key_hex', 'organization_id', 'dev_type', 'status'])
    .executeTakeFirst()
  const isOthers = device?.organization_id != null && device.organization_id !== organizationId
  // A device that is not there takes as long, and one of another organization looks like it to whoever has not its code.
  const isRight = await isSecurityCode(securityCode, sn, device?.key_hex ?? '')
  if (!isRight) throw new CallFault(device === undefined || isOthers ? 'serial-number-unknown' : 'security-code-wrong')
  bindGuard.succeeded(sn, organizationId)
  // Only to whoever has its code: what a device is, is nobody's business else.
  if (devType !== undefined && device?.dev_type !== devType) throw new CallFault('device-refuses-value', { field: 'devType' })
  // Whoever is there when it is bound is given the key of the binding: not who comes first afterwards with the code of the label.
  if (device?.organization_id === null && device.status !== deviceStatuses.online) throw new CallFault('device-offline')
  // A device with cameras needs room for one of them at least; those beyond what is covered are closed.
  if (device?.organization_id === null && (await hasCameras(sn, db))) await licences.require(organizationId, { addedChannels: 1 })
  if (!(await devices.bind(sn, { id: site.id, organizationId }, name))) throw new CallFault('device-bound-already')
}

async function hasCameras(sn: string, db: Db): Promise<boolean> {
  return (await db.selectFrom('channel').where('sn', '=', sn).select('sn').executeTakeFirst()) !== undefined
}
