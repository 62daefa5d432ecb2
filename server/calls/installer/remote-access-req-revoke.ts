import { remoteAccessReqRevoke as call } from '#contract/calls/installer/remote-access-req-revoke.ts'
import { handler } from '../handler.ts'
import { requireOwnAdministrator } from '../../people/team.ts'

export const remoteAccessReqRevoke = handler(call, async ({ requestId }, { installers }, caller) => {
  requireOwnAdministrator(caller)
  await installers.revoke(requestId, caller.organizationId)
  return null
})
