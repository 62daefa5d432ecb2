import { noticeRenew as call } from '#contract/calls/notification/notice-renew.ts'
import { CallFault } from '../call-fault.ts'
import { handler } from '../handler.ts'

export const noticeRenew = handler(call, async ({ before, subscription }, { webPush }) => {
  if (!webPush.mayReach(subscription.endpoint)) throw new CallFault('push-address-refused', { field: 'subscription.endpoint' })
  await webPush.devices.renew(before, subscription)
  return null
})
