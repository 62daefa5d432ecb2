import { noticeSubscribe as call } from '#contract/calls/notification/notice-subscribe.ts'
import { CallFault } from '../call-fault.ts'
import { handler } from '../handler.ts'

export const noticeSubscribe = handler(call, async ({ browser, ...subscription }, { webPush }, caller) => {
  if (!webPush.mayReach(subscription.endpoint)) throw new CallFault('push-address-refused', { field: 'endpoint' })
  return webPush.devices.put(caller, { subscription, browser })
})
