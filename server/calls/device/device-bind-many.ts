import { deviceBindMany as call } from '#contract/calls/device/device-bind-many.ts'
import { codeOf } from '#contract/errors.ts'
import { CallFault } from '../call-fault.ts'
import { handler } from '../handler.ts'
import { bindDevice } from './device-bind.ts'

export const deviceBindMany = handler(call, async ({ devices }, context, { organizationId }) => {
  const refused: { index: number; code: number }[] = []
  // One after the other: each is counted before the licence is asked about the next.
  for (const [index, device] of devices.entries()) {
    try {
      await bindDevice(device, context, organizationId)
    } catch (fault) {
      if (!(fault instanceof CallFault)) throw fault
      refused.push({ index, code: codeOf(fault.error) })
    }
  }
  return { refused, coverage: await context.licences.coverage(organizationId) }
})
