import { inviteCheck as call } from '#contract/calls/people/invite-check.ts'
import { namesFor } from '#contract/masked.ts'
import { handler } from '../handler.ts'

export const inviteCheck = handler(call, async (link, { invitations }) => {
  const row = await invitations.require(link, ['user', 'company'])
  const { kind, email, alias, organization_name: organizationName, expires_at_ms: expiresAtMs } = row
  const names = namesFor(undefined)
  // It fills a form: better empty than masked.
  const shownAlias = alias !== null && names.name(alias) === alias ? alias : ''
  return { kind, organizationName, email: names.email(email), alias: shownAlias, expiresAtMs }
})
