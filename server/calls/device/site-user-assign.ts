import { siteUserAssign as call } from '#contract/calls/device/site-user-assign.ts'
import { handler } from '../handler.ts'
import { requireOwnAdministrator } from '../../people/team.ts'

export const siteUserAssign = handler(call, async ({ siteId, users }, { rights, sites }, caller) => {
  requireOwnAdministrator(caller)
  await rights.requireSite(caller, siteId)
  await sites.assign(caller.organizationId, siteId, users)
  return { users: await sites.users(siteId, caller) }
})
