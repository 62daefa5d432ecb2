import { archivesAuthorityUpdate as call } from '#contract/calls/archive/archives-authority-update.ts'
import { handler } from '../handler.ts'
import { requireOwnAdministrator } from '../../people/team.ts'

export const archivesAuthorityUpdate = handler(call, async ({ userId, rights }, { archiveAuthority }, caller) => {
  requireOwnAdministrator(caller)
  return { userId, rights: await archiveAuthority.save(caller.organizationId, userId, rights) }
})
