import { remoteAccessReqAudit as call } from '#contract/calls/installer/remote-access-req-audit.ts'
import { handler } from '../handler.ts'
import { requireOwnAdministrator } from '../../people/team.ts'

export const remoteAccessReqAudit = handler(call, async ({ requestId, ...decision }, { installers }, caller) => {
  requireOwnAdministrator(caller)
  await installers.decide(requestId, caller.organizationId, decision)
  return null
})
