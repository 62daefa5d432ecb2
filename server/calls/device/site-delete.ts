import { siteDelete as call } from '#contract/calls/device/site-delete.ts'
import { handler } from '../handler.ts'

export const siteDelete = handler(call, async ({ siteId }, { sites }, { organizationId }) => {
  await sites.remove(organizationId, siteId)
  return null
})
