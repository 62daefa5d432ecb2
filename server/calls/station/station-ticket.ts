import { stationTicket as call } from '#contract/calls/station/station-ticket.ts'
import { handler } from '../handler.ts'

export const stationTicket = handler(call, async (_input, { stationAccess }, { station }) => stationAccess.issueTicket(station))
