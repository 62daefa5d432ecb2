import { inviteCheck as call } from '#contract/calls/people/invite-check.ts'
import { handler } from '../../handler.ts'

export const inviteCheck = handler(call, async (link, { invitations }) => {
  const row = await invitations.require(link, ['user', 'company'])
  const { kind, email, alias, organization_name: organizationName, expires_at_ms: expiresAtMs } = row
  return { kind, organizationName, email, alias: alias ?? '', expiresAtMs }
})
