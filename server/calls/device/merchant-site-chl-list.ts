import { merchantSiteChlList as call } from '#contract/calls/device/merchant-site-chl-list.ts'
import { handler } from '../handler.ts'

export const merchantSiteChlList = handler(call, async ({ search }, { db, rights }, caller) => {
  const sites = await db
    .selectFrom('site')
    .where('organization_id', '=', caller.organizationId)
    .select(['id', 'name'])
    .orderBy('name')
    .execute()
  const text = (search ?? '').toLowerCase()
  const channels = Map.groupBy(await rights.channels(caller, { withClosed: true }), (row) => row.site_id)
  const isFound = (names: string[]) => names.join(' ').toLowerCase().includes(text)
  const found = sites.map(({ id, name }) => ({
    siteId: id,
    siteName: name,
    channels: (channels.get(id) ?? [])
      .filter((row) => isFound([row.site_name, row.device_name, row.name]))
      .map((row) => ({
        sn: row.sn,
        chlIndex: row.chl_index,
        channelName: row.name,
        deviceName: row.device_name,
        isOpen: row.is_open === 1,
      })),
  }))
  return { sites: found.filter((site) => text === '' || site.channels.length > 0 || site.siteName.toLowerCase().includes(text)) }
})
