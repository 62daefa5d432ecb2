import { unregister as call } from '#contract/calls/account/unregister.ts'
import { requireOwnPassword } from '../../access/own-self.ts'
import { handler } from '../handler.ts'

export const unregister = handler(call, async ({ password }, context, { userId, organizationId }) => {
  await context.people.requireLeave(userId, organizationId)
  await requireOwnPassword(password, userId, context)
  await context.people.leave(userId, organizationId)
  return null
})
