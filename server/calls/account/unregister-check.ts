import { unregisterCheck as call } from '#contract/calls/account/unregister-check.ts'
import { handler } from '../handler.ts'

export const unregisterCheck = handler(call, async (_input, { people }, { userId, organizationId }) => {
  await people.requireLeave(userId, organizationId)
  return null
})
