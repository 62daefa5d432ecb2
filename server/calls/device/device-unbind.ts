import { deviceUnbind as call } from '#contract/calls/device/device-unbind.ts'
import { CallFault } from '../call-fault.ts'
import { handler } from '../handler.ts'

export const deviceUnbind = handler(call, async ({ sn }, { devices }, { organizationId }) => {
  if (!(await devices.unbind(sn, organizationId))) throw new CallFault('serial-number-unknown')
  return null
})
