import { collectionChlStatus as call } from '#contract/calls/device/collection-chl-status.ts'
import { handler } from '../handler.ts'

export const collectionChlStatus = handler(call, async (input, { rights }, caller) => {
  const wanted = new Set(input.channels.map(({ sn, chlIndex }) => `${sn}/${chlIndex}`))
  const seen = await rights.channels(caller)
  return {
    channels: seen
      .filter((row) => wanted.has(`${row.sn}/${row.chl_index}`))
      .map((row) => ({ sn: row.sn, chlIndex: row.chl_index, status: row.status, statusSinceMs: row.status_since_ms })),
  }
})
