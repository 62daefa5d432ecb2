import { bindCheck as call } from '#contract/calls/installer/bind-check.ts'
import { namesFor } from '#contract/masked.ts'
import { handler } from '../handler.ts'

export const bindCheck = handler(call, async (link, { invitations }) => {
  const { organization_name: organizationName, email, expires_at_ms: expiresAtMs } = await invitations.require(link, ['installer'])
  return { organizationName, email: namesFor(undefined).email(email), expiresAtMs }
})
