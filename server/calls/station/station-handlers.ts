import type { stationCalls } from '#contract/calls/station/station-calls.ts'
import type { Handlers } from '../handler.ts'
import { stationFrontSet } from './station-front-set.ts'
import { stationList } from './station-list.ts'
import { stationNow } from './station-now.ts'
import { stationOrder } from './station-order.ts'
import { stationPair } from './station-pair.ts'
import { stationPairingBegin } from './station-pairing-begin.ts'
import { stationPairingLook } from './station-pairing-look.ts'
import { stationRemoteDo } from './station-remote-do.ts'
import { stationRemoteGet } from './station-remote-get.ts'
import { stationRemoteList } from './station-remote-list.ts'
import { stationReportPut } from './station-report-put.ts'
import { stationRevoke } from './station-revoke.ts'
import { stationScheduleSet } from './station-schedule-set.ts'
import { stationScreenSet } from './station-screen-set.ts'
import { stationScreenshotPut } from './station-screenshot-put.ts'
import { stationShow } from './station-show.ts'
import { stationTicket } from './station-ticket.ts'
import { stationToken } from './station-token.ts'
import { stationTroubles } from './station-troubles.ts'

/** What answers the calls of viewing stations. */
export const stationHandlers: Handlers<typeof stationCalls> = {
  stationFrontSet,
  stationList,
  stationNow,
  stationOrder,
  stationPair,
  stationPairingBegin,
  stationPairingLook,
  stationRemoteDo,
  stationRemoteGet,
  stationRemoteList,
  stationReportPut,
  stationRevoke,
  stationScheduleSet,
  stationScreenSet,
  stationScreenshotPut,
  stationShow,
  stationTicket,
  stationToken,
  stationTroubles,
}
