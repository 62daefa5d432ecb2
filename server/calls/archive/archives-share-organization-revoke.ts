import { archivesShareOrganizationRevoke as call } from '#contract/calls/archive/archives-share-organization-revoke.ts'
import { handler } from '../handler.ts'

export const archivesShareOrganizationRevoke = handler(call, async ({ handles }, { organizationShares }, { organizationId }) => ({
  revoked: await organizationShares.revoke(organizationId, handles),
}))
