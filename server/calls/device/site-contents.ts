import { siteContents as call } from '#contract/calls/device/site-contents.ts'
import { handler } from '../handler.ts'
import { siteContentsOf } from '../../devices/site-contents.ts'

export const siteContents = handler(call, async ({ siteId }, { db, now, rights }, caller) => {
  await rights.requireSite(caller, siteId)
  return siteContentsOf(db, now, caller.organizationId, siteId)
})
