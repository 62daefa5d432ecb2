import { stationTicket as call } from '#contract/calls/station/station-ticket.ts'
import { handler } from '../handler.ts'

export const stationTicket = handler(call, async (proof, { stationAccess }, { station }) => {
  await stationAccess.requireProof(station, 'ticket', proof)
  return stationAccess.issueTicket(station)
})
