import { bind as call } from '#contract/calls/installer/bind.ts'
import { handler } from '../handler.ts'

export const bind = handler(call, async (input, { invitations, installers }, visitor) => {
  const invited = await invitations.require(input, ['installer'])
  visitor.concerns = { organizationId: invited.organization_id, userId: null }
  return installers.bind(invited, input, (db) => invitations.use(invited.id, db))
})
