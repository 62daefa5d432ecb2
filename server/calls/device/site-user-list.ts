import { siteUserList as call } from '#contract/calls/device/site-user-list.ts'
import { handler } from '../handler.ts'

export const siteUserList = handler(call, async ({ siteId }, { rights, sites }, caller) => {
  await rights.requireSite(caller, siteId)
  return { users: await sites.users(siteId, caller) }
})
