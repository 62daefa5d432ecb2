import { siteMapPut as call } from '#contract/calls/device/site-map-put.ts'
import { handler } from '../handler.ts'

export const siteMapPut = handler(call, async ({ siteId, position }, { sites }, { organizationId }) => {
  await sites.place(organizationId, siteId, position)
  return null
})
