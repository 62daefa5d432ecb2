import { siteAdd as call } from '#contract/calls/device/site-add.ts'
import { handler } from '../handler.ts'
import { siteView } from './site-view.ts'

export const siteAdd = handler(call, async (input, { db, sites }, { organizationId }) => {
  return siteView(db, await sites.add(organizationId, input))
})
