import { stationToken as call } from '#contract/calls/station/station-token.ts'
import { handler } from '../handler.ts'

export const stationToken = handler(call, async (claim, { stationAccess, now }) => ({
  ...(await stationAccess.issue(claim)),
  nowMs: now(),
}))
