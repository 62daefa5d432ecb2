import { siteEdit as call } from '#contract/calls/device/site-edit.ts'
import { handler } from '../handler.ts'
import { siteView } from './site-view.ts'

export const siteEdit = handler(call, async ({ siteId, site }, { db, sites }, { organizationId }) => {
  await sites.edit(organizationId, siteId, site)
  return siteView(db, siteId)
})
