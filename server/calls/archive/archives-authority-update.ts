import { archivesAuthorityUpdate as call } from '#contract/calls/archive/archives-authority-update.ts'
import { handler } from '../../handler.ts'

export const archivesAuthorityUpdate = handler(call, async ({ userId, rights }, { archiveAuthority }, { organizationId }) => ({
  userId,
  rights: await archiveAuthority.save(organizationId, userId, rights),
}))
