import { collectionChlStatus as call } from '#contract/calls/device/collection-chl-status.ts'
import { handler } from '../handler.ts'

export const collectionChlStatus = handler(call, async (input, { rights }, caller) => {
  const seen = await rights.channelsNamed(caller, input.channels)
  return {
    channels: seen.map((row) => ({ sn: row.sn, chlIndex: row.chl_index, status: row.status, statusSinceMs: row.status_since_ms })),
  }
})
