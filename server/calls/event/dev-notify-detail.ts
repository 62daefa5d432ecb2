import { devNotifyDetail as call } from '#contract/calls/event/dev-notify-detail.ts'
import { handler } from '../handler.ts'

export const devNotifyDetail = handler(call, async ({ sn }, context, caller) => {
  await context.rights.requireDevice(caller, sn, 'configure')
  return { notify: (await context.deviceNotices.find(caller.organizationId, sn)) ?? null }
})
