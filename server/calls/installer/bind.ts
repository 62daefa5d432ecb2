import { bind as call } from '#contract/calls/installer/bind.ts'
import { handler } from '../../handler.ts'

export const bind = handler(call, async (input, { invitations, installers }) => {
  const invited = await invitations.require(input, ['installer'])
  return installers.bind(invited, input, (db) => invitations.use(invited.id, db))
})
