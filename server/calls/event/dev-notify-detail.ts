import { devNotifyDetail as call } from '#contract/calls/event/dev-notify-detail.ts'
import { handler } from '../handler.ts'
import { requireConfiguredDevice } from './configured-device.ts'

export const devNotifyDetail = handler(call, async ({ sn }, context, caller) => {
  await requireConfiguredDevice(context, caller, sn)
  return { notify: (await context.deviceNotices.find(caller.organizationId, sn)) ?? null }
})
