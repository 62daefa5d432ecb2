import { channelPage as call } from '#contract/calls/device/channel-page.ts'
import { handler } from '../handler.ts'
import { toChannelDetail } from './views.ts'

export const channelPage = handler(call, async ({ pageNum, pageSize, search = '', siteId, sn, status, isOpen }, { rights }, caller) => {
  const text = search.toLowerCase()
  const seen = await rights.channels(caller, { sn, siteIds: siteId === undefined ? undefined : [siteId], withClosed: true })
  const found = seen.filter(
    (row) =>
      (status === undefined || row.status === status) &&
      (isOpen === undefined || (row.is_open === 1) === isOpen) &&
      `${row.name} ${row.device_name} ${row.sn}`.toLowerCase().includes(text),
  )
  const first = (pageNum - 1) * pageSize
  return { total: found.length, channels: found.slice(first, first + pageSize).map(toChannelDetail) }
})
