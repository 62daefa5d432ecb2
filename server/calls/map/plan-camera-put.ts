import { planCameraPut as call } from '#contract/calls/map/plan-camera-put.ts'
import { CallFault } from '../call-fault.ts'
import { handler } from '../handler.ts'

export const planCameraPut = handler(call, async ({ planId, sn, chlIndex, place }, { rights, sitePlans }, caller) => {
  const siteId = await sitePlans.siteOf(caller.organizationId, planId)
  if (!(await rights.seesSite(caller, siteId))) throw new CallFault('plan-missing')
  const channel = await rights.requireChannel(caller, sn, chlIndex, 'configure', { withClosed: true })
  if (channel.site_id !== siteId) throw new CallFault('channel-missing')
  await sitePlans.putCamera(planId, { sn, chlIndex }, place)
  return null
})
