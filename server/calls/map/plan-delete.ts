import { planDelete as call } from '#contract/calls/map/plan-delete.ts'
import { handler } from '../handler.ts'

export const planDelete = handler(call, async ({ planId }, { sitePlans }, { organizationId }) => {
  await sitePlans.remove(organizationId, planId)
  return null
})
