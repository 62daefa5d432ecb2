import { planEdit as call } from '#contract/calls/map/plan-edit.ts'
import { handler } from '../handler.ts'

export const planEdit = handler(call, async ({ planId, planName }, { sitePlans }, { organizationId }) => {
  await sitePlans.rename(organizationId, planId, planName)
  return null
})
