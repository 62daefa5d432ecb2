import { userInviteRetry as call } from '#contract/calls/people/user-invite-retry.ts'
import { handler } from '../handler.ts'
import { requireOwnAdministrator } from '../../people/team.ts'

export const userInviteRetry = handler(call, async ({ inviteId }, { invitations }, caller) => {
  requireOwnAdministrator(caller)
  await invitations.retry(inviteId, caller.organizationId)
  return null
})
